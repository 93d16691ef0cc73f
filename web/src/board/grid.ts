/** The board as a grid of squares, for arrow keys and screen readers. */
import { type Key, t } from '../i18n';
import { announce } from '../ui/announce';
import { h, type VNode } from '../ui/dom';
import type { BoardView } from './board';
import { piecesOf, rows, step } from './squares';

const ROLES: Record<string, Key> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

/** The name of a piece, such as "white knight". */
export function pieceName(letter: string): string {
  const role = ROLES[letter.toLowerCase()];
  if (!role) return '';
  return t(letter === letter.toUpperCase() ? 'whitePiece' : 'blackPiece', { piece: t(role) });
}

/** The focused square of each board, and the square whose piece has been picked up. */
const walkers = new Map<string, { at: string; picked: string | null }>();

function walkerOf(view: BoardView): { at: string; picked: string | null } {
  const found = walkers.get(view.key) ?? { at: view.orientation === 'white' ? 'e2' : 'e7', picked: null };
  walkers.set(view.key, found);
  return found;
}

/** Moves a piece on the board from one square to another. */
type MovePiece = (key: string, from: string, to: string) => void;

export function squareGrid(view: BoardView, movePiece: MovePiece): VNode {
  const pieces = piecesOf(view.fen);
  const walker = walkerOf(view);
  const targets = walker.picked ? (view.dests[walker.picked] ?? []) : [];
  const content = (square: string): string => {
    const letter = pieces.get(square);
    return letter ? pieceName(letter) : t('empty');
  };
  const label = (square: string): string =>
    t('square', { square, content: content(square) + (targets.includes(square) ? `, ${t('canGo')}` : '') });

  const cell = (square: string): VNode =>
    h(
      'button.square',
      {
        key: square,
        class: { picked: walker.picked === square, target: targets.includes(square) },
        attrs: {
          type: 'button',
          role: 'gridcell',
          tabindex: square === walker.at ? 0 : -1,
          'data-square': square,
          'aria-label': label(square),
          'aria-selected': String(walker.picked === square),
        },
        on: {
          focus: () => {
            walker.at = square;
          },
        },
      },
      [],
    );

  return h(
    'div.square-grid',
    {
      attrs: { role: 'grid', 'aria-label': t('board'), 'aria-describedby': 'board-help' },
      on: { keydown: (event: KeyboardEvent) => onKey(event, view, movePiece) },
    },
    rows(view.orientation).map(row => h('div.square-row', { attrs: { role: 'row' } }, row.map(cell))),
  );
}

function onKey(event: KeyboardEvent, view: BoardView, movePiece: MovePiece): void {
  const walker = walkerOf(view);
  const grid = event.currentTarget as HTMLElement;
  const focus = (square: string) => {
    walker.at = square;
    grid.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
  };
  if (event.key.startsWith('Arrow')) {
    focus(step(walker.at, event.key, view.orientation));
  } else if (event.key === 'Escape' && walker.picked) {
    walker.picked = null;
    mark(grid, view);
  } else if (event.key === 'Enter' || event.key === ' ') {
    press(walker.at, view, grid, movePiece);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Picks up a piece, drops it, or picks up another one. */
function press(square: string, view: BoardView, grid: HTMLElement, movePiece: MovePiece): void {
  const walker = walkerOf(view);
  const { picked } = walker;
  const letter = piecesOf(view.fen).get(square);
  const own = letter && (letter === letter.toUpperCase() ? 'white' : 'black') === view.turn;
  if (picked && picked !== square && (view.free ? !own : (view.dests[picked] ?? []).includes(square))) {
    walker.picked = null;
    mark(grid, view);
    if (letter) view.onSelect?.(square);
    movePiece(view.key, picked, square);
    view.onMove(picked, square, false);
    return;
  }
  if (picked && picked !== square && !own && view.movable !== null) announce(t('notATarget', { from: picked, square }));
  walker.picked = own && picked !== square && view.movable !== null ? square : null;
  if (walker.picked) {
    view.onSelect?.(square);
    announce(t('selected', { square }));
  }
  mark(grid, view);
}

/** Marks the picked-up piece and its targets at once; the next redraw gives the same result. */
function mark(grid: HTMLElement, view: BoardView): void {
  const { picked } = walkerOf(view);
  const targets = picked ? (view.dests[picked] ?? []) : [];
  for (const cell of grid.querySelectorAll<HTMLElement>('[data-square]')) {
    const square = cell.dataset['square'] ?? '';
    cell.classList.toggle('picked', square === picked);
    cell.classList.toggle('target', targets.includes(square));
    cell.setAttribute('aria-selected', String(square === picked));
  }
}
