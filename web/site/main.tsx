import '../ui/styles';
import { watchReleases } from '../deliver/offline/notice';
import { start } from '../ui/start';
import { App } from './App';

watchReleases();
await start(() => <App />);
