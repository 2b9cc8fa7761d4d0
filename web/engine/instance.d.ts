/** A module of the wasm package once more, with an instance of its own: it's another module for bundlers and browsers. */
declare module '*vegaslab.js?track' {
  const init: typeof import('./pkg/vegaslab.js').default;
  export default init;
  export const open: typeof import('./pkg/vegaslab.js').open;
}
