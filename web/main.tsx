import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import './design/styles';

const place = document.getElementById('lab');
if (place === null) throw new Error('index.html has no element called lab.');
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
