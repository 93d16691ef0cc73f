/** Written by `openings.plugin.ts` when the page is built. */
declare module 'virtual:openings' {
  const packed: import('./table').PackedOpenings;
  export default packed;
}
