/**
 * What everything looks like, in the order in which one file has the last word over another. All of it together: in parts, what two pages
 * share would come before what it overrules.
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
