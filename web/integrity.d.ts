/** The digest of a file, as `integrity` of a request takes it (scripts/seal.mjs). */
declare module '*?integrity' {
  const integrity: string;
  export default integrity;
}
