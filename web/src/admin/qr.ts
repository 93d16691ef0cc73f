/** A QR code as a picture that is sharp on paper and on every screen. */
import { h, type VNode } from '../ui/dom';
import { qrCode } from '../ui/qr';

/** Light modules around a code, which readers need. */
const MARGIN = 4;

/** The code of a text; nothing if the text is too long for one. */
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
