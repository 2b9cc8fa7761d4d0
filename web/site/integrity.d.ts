/** The digest of a file, as `integrity` of a request takes it (scripts/build/seal.mjs). */
declare module '*?integrity' {
  const integrity: string;
  export default integrity;
}
