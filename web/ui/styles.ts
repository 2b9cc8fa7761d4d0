/**
 * All style sheets, in the order in which later ones override earlier ones. They load together: in parts, rules that two pages
 * share would come before the rules they override.
 */
import './tokens.css';
import './base.css';
import './page.css';
import './head.css';
import './headline.css';
import './floating.css';
import './panels.css';
import './plot.css';
import './theory.css';
import './controls.css';
import './share.css';
import './papers.css';
import './evidence.css';
import './evidence-grid.css';
import './evidence-cell.css';
import './figures.css';
import './network.css';
import './time.css';
import './sound.css';
import './take.css';
import './compare.css';
import './sweep.css';
import './lessons.css';
import './samples.css';
import './capstone.css';
import './foot.css';
import './packages.css';
import './assignments.css';
import './embed.css';
import './contrast.css';
import './presenting.css';
import './print.css';
