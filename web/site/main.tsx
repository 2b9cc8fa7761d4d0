import '../ui/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { preferredLanguage, speakAs } from '../base/words/language';
import { watchReleases } from '../deliver/offline/notice';
import { App } from './App';

const place = document.getElementById('lab');
if (place === null) throw new Error('index.html has no element with the id "lab".');
watchReleases();
await speakAs(preferredLanguage());
// The home page that the build prerendered; it's hidden (beforePaint.js).
place.replaceChildren();
delete document.documentElement.dataset.opening;
document.documentElement.dataset.alive = 'true';
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
