/** The style sheets of every page, and the font of titles. The order of the cascade layers must come first. */
import './layers.css';
import './tokens.css';
import './base.css';
import './page.css';
import './notes.css';
import './buttons.css';
import './forms.css';
import './panel.css';
import './tables.css';
import titleFont from './fonts/bricolage-grotesque.woff2';

// Scripts start after the first paint. Declared in a style sheet, the font would be fetched before it and delay it.
document.fonts.add(
  new FontFace('Bricolage Grotesque', `url("${titleFont}") format("woff2")`, {
    weight: '500 700',
    display: 'swap',
  }),
);
