/** Which rows of a long list are in sight. Browsers limit the height of an element, so that very long lists are scaled. */

export const ROW_HEIGHT = 56;
/** Every browser can scroll so many pixels. */
const MAX_HEIGHT = 8_000_000;
/** Rows above and below what is in sight, so that fast scrolling shows rows and not gaps. */
const MARGIN = 8;

export interface ListWindow {
  /** The height of the scrolled element. */
  height: number;
  /** The first row that is drawn, and the one behind the last. */
  first: number;
  end: number;
  /** Where the first drawn row stands. */
  top: number;
}

export function listWindow(count: number, scrollTop: number, viewHeight: number): ListWindow {
  const full = count * ROW_HEIGHT;
  const height = Math.min(full, MAX_HEIGHT);
  const most = Math.max(0, height - viewHeight);
  const scroll = Math.max(0, Math.min(most, scrollTop));
  // In a list that is scaled, the same share of the list is above as of the scrolled height.
  const above = most === 0 ? 0 : (scroll / most) * Math.max(0, full - viewHeight);
  const inSight = Math.floor(above / ROW_HEIGHT);
  const first = Math.max(0, inSight - MARGIN);
  const end = Math.min(count, inSight + Math.ceil(viewHeight / ROW_HEIGHT) + 1 + MARGIN);
  return { height, first, end, top: scroll - (above - first * ROW_HEIGHT) };
}

/** Where to scroll so that a row is in sight; the place stays where it is when it is already. */
export function scrollToRow(count: number, row: number, scrollTop: number, viewHeight: number): number {
  const full = count * ROW_HEIGHT;
  const most = Math.max(0, Math.min(full, MAX_HEIGHT) - viewHeight);
  if (most === 0) return 0;
  const above = (Math.max(0, Math.min(most, scrollTop)) / most) * (full - viewHeight);
  const wanted = Math.min(row * ROW_HEIGHT, Math.max(above, (row + 1) * ROW_HEIGHT - viewHeight));
  return (wanted / (full - viewHeight)) * most;
}
