import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import './design/tokens.css';
import './design/base.css';
import './design/page.css';
import './design/head.css';
import './design/headline.css';
import './design/floating.css';
import './design/panels.css';
import './design/plot.css';
import './design/theory.css';
import './design/controls.css';
import './design/share.css';
import './design/papers.css';
import './design/figures.css';
import './design/network.css';
import './design/time.css';
import './design/sound.css';
import './design/take.css';
import './design/contrast.css';
import './design/print.css';
import './design/compare.css';
import './design/sweep.css';

const place = document.getElementById('lab');
if (place === null) throw new Error('index.html has no element called lab.');
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
