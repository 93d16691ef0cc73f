/** A small board beside a move of a line, with the position after it. */
import { board } from '../board/board';
import { replay } from '../core';
import { h, type VNode } from '../ui/dom';
import type { Side, VariantName } from '../wire';

export interface HoverTarget {
  fen: string;
  moves: readonly string[];
  variant: VariantName;
  /** Where the move under the pointer is in the window. */
  box: DOMRect;
}

/**
 * Called when the pointer enters a move of a line, with the position before the line, the moves up to this one, and its
 * element; the element is null when the pointer leaves.
 */
export type Hover = (fen: string, moves: readonly string[], target: Element | null) => void;

const SIZE = 208;
const GAP = 8;

export function hoverBoard(hovered: HoverTarget, orientation: Side): VNode | null {
  const { fen, moves, variant, box } = hovered;
  const { steps } = replay({ fen, variant, moves: [...moves] });
  const last = steps.at(-1);
  if (!last) return null;
  const uci = last.played?.uci;
  const left = Math.max(GAP, Math.min(innerWidth - SIZE - GAP, box.left + box.width / 2 - SIZE / 2));
  // Below the move, or above it if there is no room.
  const top = box.bottom + GAP + SIZE < innerHeight ? box.bottom + GAP : Math.max(GAP, box.top - GAP - SIZE);
  return h(
    'div.hover-board',
    { key: 'hover', style: { left: `${left}px`, top: `${top}px` }, attrs: { 'aria-hidden': 'true' } },
    board({
      key: 'hover',
      fen: last.fen,
      orientation,
      turn: 'white',
      check: false,
      lastMove: uci ? [uci.slice(0, 2), uci.slice(2, 4)] : null,
      movable: null,
      dests: {},
      small: true,
      onMove: () => undefined,
    }),
  );
}
