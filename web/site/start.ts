/** The first module of every page. It loads the code of the course, of the home page, or of everything else. */
import '../ui/styles';
import { parseRoute } from '../run/share/hash';

if (document.documentElement.dataset.page !== undefined) void import('./course/main');
else if (parseRoute(window.location.hash).page === '') void import('./front');
else void import('./main');
