/** The parts of the bench that have nothing to show before the first run is over. They load together, in one request. */
export { BenchActions } from './BenchActions';
export { KeptWork } from './KeptWork';
export { PrintFooter } from './PrintFooter';
export { FirstVisit } from './tour/FirstVisit';
