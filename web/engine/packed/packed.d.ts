/** A file of the build, compressed with gzip and written in base64: scripts/build/element.mjs. */
declare module '*?packed' {
  const packed: string;
  export default packed;
}

/** The text of all style sheets of the bundle, which scripts/build/element.mjs puts in place of this name. */
declare const ELEMENT_STYLES: string;
