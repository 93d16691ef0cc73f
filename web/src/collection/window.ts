/** Which rows of a long list are in view. Browsers limit the height of an element, so very long lists are scaled. */

export const ROW_HEIGHT = 56;
/** A height that every browser can scroll, in pixels. */
const MAX_HEIGHT = 8_000_000;
/** Extra rows above and below the view, so that fast scrolling shows no gaps. */
const MARGIN = 8;

export interface ListWindow {
  /** The height of the scrolled element. */
  height: number;
  /** The first row that is drawn, and one past the last. */
  first: number;
  end: number;
  /** The position of the first drawn row. */
  top: number;
}

export function listWindow(count: number, scrollTop: number, viewHeight: number): ListWindow {
  const full = count * ROW_HEIGHT;
  const height = Math.min(full, MAX_HEIGHT);
  const most = Math.max(0, height - viewHeight);
  const scroll = Math.max(0, Math.min(most, scrollTop));
  // In a scaled list, the scroll position is the same share of the whole list.
  const above = most === 0 ? 0 : (scroll / most) * Math.max(0, full - viewHeight);
  const inSight = Math.floor(above / ROW_HEIGHT);
  const first = Math.max(0, inSight - MARGIN);
  const end = Math.min(count, inSight + Math.ceil(viewHeight / ROW_HEIGHT) + 1 + MARGIN);
  return { height, first, end, top: scroll - (above - first * ROW_HEIGHT) };
}

/** The scroll position that brings a row into view; unchanged if it already is. */
export function scrollToRow(count: number, row: number, scrollTop: number, viewHeight: number): number {
  const full = count * ROW_HEIGHT;
  const most = Math.max(0, Math.min(full, MAX_HEIGHT) - viewHeight);
  if (most === 0) return 0;
  const above = (Math.max(0, Math.min(most, scrollTop)) / most) * (full - viewHeight);
  const wanted = Math.min(row * ROW_HEIGHT, Math.max(above, (row + 1) * ROW_HEIGHT - viewHeight));
  return (wanted / (full - viewHeight)) * most;
}
