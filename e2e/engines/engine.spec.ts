/** All tests of an engine in one file, so that they share one browser. */
import './flows';
import './digests';
import './pictures';
