/** Pictures of runs, drawn when the lab is built (scripts/build/pictures-of-runs.mjs). */
declare module '*?thumbnail' {
  const thumbnail: import('../scenario/content/thumbnail').Thumbnail;
  export default thumbnail;
}

declare module '*?thumbnails' {
  const thumbnails: Readonly<Record<string, import('../scenario/content/thumbnail').Thumbnail>>;
  export default thumbnails;
}

declare module '*?frames' {
  const frames: Readonly<Record<import('./home/path').Sender, import('./home/firstFrame').FirstFrame>>;
  export default frames;
}

/** The address of a stored run (web/run/storedRun.ts). */
declare module '*?run' {
  const address: string;
  export default address;
}

/** How many results of each check are good. */
declare module '*?checks' {
  const checks: Readonly<
    Record<'claims' | 'numbers' | 'directions' | 'ns2' | 'linux' | 'grid', { good: number; all: number }>
  >;
  export default checks;
}

/** The first letter of each verdict, by paper, in the order of content/findings.json. */
declare module '*?verdicts' {
  const verdicts: Readonly<Record<string, string>>;
  export default verdicts;
}
