/** A QR code as SVG, sharp on paper and on every screen. */
import { h, type VNode } from './dom';
import { qrCode } from './qr';

/** The quiet zone around a code, in modules; scanners need it. */
const MARGIN = 4;

/** The QR code of a text; null if the text is too long. */
export function qrPicture(text: string, label: string): VNode | null {
  const matrix = qrCode(text);
  if (!matrix) return null;
  const size = matrix.length + 2 * MARGIN;
  const dark = matrix
    .flatMap((row, y) => row.map((on, x) => (on ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')))
    .join('');
  const attrs = { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' };
  return h('svg.qr', { attrs }, [
    h('rect', { attrs: { width: size, height: size, fill: '#fff' } }),
    h('path', { attrs: { d: dark, fill: '#000' } }),
  ]);
}
