/** A board on which pieces can be placed freely: by dragging, by clicking with a selected piece, or by keyboard. */
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Piece } from '@lichess-org/chessground/types';
import { pieceName } from '../board/grid';
import { rows, step } from '../board/squares';
import { t } from '../i18n';
import { h, type VNode } from '../ui/dom';
import type { Side } from '../wire';

/** A FEN letter, `HAND` or `ERASER`. */
export type Tool = string;
export const HAND = 'hand';
export const ERASER = 'eraser';

export interface EditorBoardView {
  placement: string;
  pieces: ReadonlyMap<string, string>;
  orientation: Side;
  tool: Tool;
  put: (square: string, letter: string | null) => void;
  /** Pieces were dragged. */
  arranged: (pieces: Map<string, string>) => void;
}

const ROLES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' } as const;
type Letter = keyof typeof ROLES;

const pieceOf = (letter: string): Piece => ({
  role: ROLES[letter.toLowerCase() as Letter],
  color: letter === letter.toLowerCase() ? 'black' : 'white',
});

function letterOf({ role, color }: Piece): string {
  const letter = (Object.keys(ROLES) as Letter[]).find(key => ROLES[key] === role) ?? 'p';
  return color === 'white' ? letter.toUpperCase() : letter;
}

let ground: Api | undefined;
let shown: EditorBoardView | undefined;

function mount(element: HTMLElement, view: EditorBoardView): void {
  shown = view;
  ground = Chessground(element, {
    fen: view.placement,
    orientation: view.orientation,
    coordinates: true,
    autoCastle: false,
    movable: { free: true, color: 'both' },
    premovable: { enabled: false },
    predroppable: { enabled: false },
    selectable: { enabled: false },
    draggable: { deleteOnDropOff: true, showGhost: true },
    drawable: { enabled: false },
    animation: { enabled: false },
    highlight: { lastMove: false, check: false },
    disableContextMenu: true,
    events: { change: read },
  });
}

/** Reports the pieces after a drag. */
function read(): void {
  const pieces = new Map<string, string>();
  for (const [square, piece] of ground?.state.pieces ?? [])
    if (/^[a-h][1-8]$/.test(square)) pieces.set(square, letterOf(piece));
  shown?.arranged(pieces);
}

/** Starts dragging a new piece from the palette. */
export function dragNew(letter: string, event: MouseEvent | TouchEvent): void {
  ground?.dragNewPiece(pieceOf(letter), event, true);
}

export function editorBoard(view: EditorBoardView): VNode {
  return h('div.board.editor-board', { key: 'editor-board' }, [
    h('div.board-ground.cg-wrap', {
      attrs: { 'aria-hidden': 'true' },
      hook: {
        insert: vnode => mount(vnode.elm as HTMLElement, view),
        update: () => {
          shown = view;
          ground?.set({ fen: view.placement, orientation: view.orientation });
        },
        destroy: () => {
          ground?.destroy();
          ground = undefined;
        },
      },
    }),
    grid(view),
  ]);
}

let at = 'e4';

function grid(view: EditorBoardView): VNode {
  const cell = (square: string): VNode => {
    const letter = view.pieces.get(square);
    return h(
      'button.square',
      {
        key: square,
        attrs: {
          type: 'button',
          role: 'gridcell',
          tabindex: square === at ? 0 : -1,
          'data-square': square,
          'aria-label': t('square', { square, content: letter ? pieceName(letter) : t('empty') }),
        },
        on: { focus: () => (at = square) },
      },
      [],
    );
  };
  return h(
    'div.square-grid',
    {
      class: { painting: view.tool !== HAND },
      attrs: { role: 'grid', 'aria-label': t('board'), 'aria-describedby': 'editor-help' },
      on: {
        keydown: (event: KeyboardEvent) => onKey(event, view),
        pointerdown: (event: PointerEvent) => paint(event, view, true),
        pointermove: (event: PointerEvent) => {
          if (event.buttons === 1 && stroke) paint(event, view, false);
        },
      },
    },
    rows(view.orientation).map(row => h('div.square-row', { attrs: { role: 'row' } }, row.map(cell))),
  );
}

/** The current stroke, from pressing the pointer until it is released: the piece painted, and the last square. */
let stroke: { letter: string | null; last: string } | null = null;

/** Places the selected piece on the square under the pointer; a click on the same piece removes it. */
function paint(event: PointerEvent, view: EditorBoardView, first: boolean): void {
  if (view.tool === HAND || event.button > 0) return;
  const square = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-square]')
    ?.dataset['square'];
  if (!square) return;
  if (first) {
    stroke = { letter: view.tool === ERASER || view.pieces.get(square) === view.tool ? null : view.tool, last: '' };
    addEventListener('pointerup', () => (stroke = null), { once: true });
  }
  if (!stroke || stroke.last === square) return;
  stroke.last = square;
  view.put(square, stroke.letter);
}

function onKey(event: KeyboardEvent, view: EditorBoardView): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const grid = event.currentTarget as HTMLElement;
  if (event.key.startsWith('Arrow')) {
    at = step(at, event.key, view.orientation);
    grid.querySelector<HTMLElement>(`[data-square="${at}"]`)?.focus();
  } else if (event.key === 'Delete' || event.key === 'Backspace') view.put(at, null);
  else if (event.key === 'Enter' || event.key === ' ') {
    if (view.tool === HAND) return;
    view.put(at, view.tool === ERASER || view.pieces.get(at) === view.tool ? null : view.tool);
  } else if (/^[pnbrqk]$/i.test(event.key)) {
    // Without Shift the piece is White's, with Shift it is Black's.
    view.put(at, event.shiftKey ? event.key.toLowerCase() : event.key.toUpperCase());
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
