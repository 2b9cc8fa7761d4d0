/** What only experiments look like; a page of text does without. */
import '../../design/panels.css';
import '../../design/plot.css';
import '../../design/theory.css';
import '../../design/controls.css';
import '../../design/figures.css';
import '../../design/time.css';
import '../../design/take.css';
import '../../design/compare.css';
import '../../design/sweep.css';
import '../../design/samples.css';
