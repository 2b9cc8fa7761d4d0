/** The order of the layers, which every page needs first, and the sheets that every page uses. */
import './layers.css';
import './tokens.css';
import './base.css';
import './page.css';
import './notes.css';
import './buttons.css';
import './forms.css';
import './panel.css';
import './tables.css';
