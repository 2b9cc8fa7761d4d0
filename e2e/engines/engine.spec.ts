/** All that is asked of an engine: one file, so that one browser does it. */
import './flows';
import './digests';
import './pictures';
