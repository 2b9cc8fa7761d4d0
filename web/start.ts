/** The first module of the main page. It loads the code of the home page or of everything else. */
import './ui/styles';
import { parseRoute } from './share/hash';

if (parseRoute(window.location.hash).page === '') void import('./front');
else void import('./main');
