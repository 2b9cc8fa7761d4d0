/** The style sheets of every page. The order of the cascade layers must come first. */
import './layers.css';
import './tokens.css';
import './base.css';
import './page.css';
import './notes.css';
import './buttons.css';
import './forms.css';
import './panel.css';
import './tables.css';
