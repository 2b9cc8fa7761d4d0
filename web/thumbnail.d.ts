/** The picture of a scenario's run (scripts/thumbnails.mjs). */
declare module '*?thumbnail' {
  const thumbnail: import('./content/thumbnail').Thumbnail;
  export default thumbnail;
}
