/** The part of the comparison that's loaded when the first run is pinned. */
export { ApplyButton } from './ApplyToBaseline';
export { comparisonOf } from './comparison';
export { divergenceOfRuns } from './divergence';
export { identicalInWords } from './identical';
export { type Difference, flowDifference } from './metrics';
export { overlayLookup } from './Overlaid';
