/** The board: chessground configured from a view, with a grid of squares over it for keyboards and screen readers. */
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Config } from '@lichess-org/chessground/config';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { h, type VNode } from '../ui/dom';
import { settings } from '../ui/settings';
import type { Side } from '../wire';
import { squareGrid } from './grid';
import { piecesOf, rows } from './squares';

export interface BoardView {
  /** Distinguishes boards on one screen. */
  key: string;
  fen: string;
  orientation: Side;
  turn: Side;
  check: boolean;
  lastMove: [string, string] | null;
  /** Whose pieces can be moved; null on a board that is view-only. */
  movable: Side | 'both' | null;
  dests: Record<string, string[]>;
  /**
   * Tournament conduct: a piece can be dropped on any square without a piece of its own side, and the arbiter judges
   * afterwards.
   */
  free?: boolean;
  /** An illegal move that has not been completed: the piece may be moved on. */
  movingOn?: { from: string; to: string };
  premovable?: boolean;
  /** The premoves to highlight; `fen` already shows their effect. */
  premoves?: readonly { from: string; to: string }[];
  onPremove?: (from: string, to: string) => void;
  /** A click elsewhere on the board, or with the right button, cancels the premoves. */
  onCancelPremoves?: () => void;
  shapes?: DrawShape[];
  /** The user's arrows and circles, where they are saved; without it they last until the position changes. */
  drawn?: DrawShape[];
  /** Leaves the pieces where they are: a move has been made on the board but is not yet complete. */
  hold?: boolean;
  onMove: (from: string, to: string, premove: boolean) => void;
  /** A piece was touched (law K01). */
  onSelect?: (square: string) => void;
  onShapes?: (shapes: DrawShape[]) => void;
  /** Adds the grid of squares; small view-only boards have none. */
  keyboard?: boolean;
  /** A small board has no coordinates. */
  small?: boolean;
}

/** The configuration of chessground, a pure function of the view. */
function boardConfig(view: BoardView): Config {
  return {
    ...(view.hold ? {} : { fen: view.fen }),
    orientation: view.orientation,
    turnColor: view.turn,
    check: view.check ? view.turn : false,
    lastMove: (view.lastMove ?? undefined) as Key[] | undefined,
    coordinates: settings().coordinates !== 'off' && !view.small,
    viewOnly: view.movable === null && !view.onShapes,
    disableContextMenu: true,
    blockTouchScroll: view.movable !== null,
    addDimensionsCssVarsTo: document.body,
    animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 180 },
    movable: {
      free: false,
      color: view.movable ?? undefined,
      dests: (view.free ? anywhere(view) : new Map(Object.entries(view.dests))) as Map<Key, Key[]>,
      showDests: !view.free,
      rookCastle: true,
    },
    premovable: { enabled: view.premovable ?? false, showDests: true, castle: true },
    highlight: { custom: new Map((view.premoves ?? []).flatMap(({ from, to }) => [from, to].map(premoved))) },
    draggable: { showGhost: true },
    drawable: {
      enabled: true,
      visible: true,
      // Saved drawings are not erased by a click on a piece.
      eraseOnMovablePieceClick: view.drawn === undefined,
      ...(view.drawn ? { shapes: view.drawn } : {}),
    },
  };
}

const premoved = (square: string): [Key, string] => [square as Key, 'current-premove'];

/**
 * The target squares under tournament conduct. Pieces of the same side are not among them: a tap on another one selects
 * it.
 */
function anywhere({ fen, turn, dests, movingOn }: BoardView): Map<string, string[]> {
  const pieces = piecesOf(fen);
  const isOwn = (square: string): boolean => {
    const letter = pieces.get(square);
    return letter !== undefined && (letter === letter.toUpperCase() ? 'white' : 'black') === turn;
  };
  const squares = rows('white').flat();
  const free = squares.filter(square => !isOwn(square));
  if (movingOn) return new Map([[movingOn.to, [...free, movingOn.from]]]);
  // In Chess960 the king castles by moving onto its own rook.
  return new Map(squares.filter(isOwn).map(square => [square, [...new Set([...free, ...(dests[square] ?? [])])]]));
}

interface BoardInstance {
  ground: Api;
  view: BoardView;
  orientation: Side;
  coordinates: string;
}

const boards = new WeakMap<Element, BoardInstance>();

function mount(element: HTMLElement, view: BoardView): void {
  const instance: BoardInstance = {
    ground: Chessground(element, boardConfig(view)),
    view,
    orientation: view.orientation,
    coordinates: settings().coordinates,
  };
  // Events go to the latest view, not to the one that the board was created with.
  instance.ground.set({
    movable: { events: { after: (from, to, meta) => instance.view.onMove(from, to, meta.premove === true) } },
    premovable: {
      events: {
        set: (from, to) => {
          // The game keeps the premoves, chessground does not.
          instance.ground.cancelPremove();
          instance.view.onPremove?.(from, to);
        },
      },
    },
    events: { select: square => instance.view.onSelect?.(square) },
    drawable: { onChange: shapes => instance.view.onShapes?.(shapes) },
  });
  // Chessground caches the board's position until the page scrolls or is resized, but content that appears above the
  // board moves it too.
  for (const event of ['pointerdown', 'pointerup']) {
    element.addEventListener(event, () => instance.ground.state.dom.bounds.clear(), { capture: true });
  }
  element.addEventListener('pointerdown', event => cancelPremoves(instance, event), { capture: true });
  boards.set(element, instance);
}

function cancelPremoves({ ground, view }: BoardInstance, event: PointerEvent): void {
  if ((view.premoves ?? []).length === 0) return;
  const square = ground.getKeyAtDomPos([event.clientX, event.clientY]);
  const piece = square && ground.state.pieces.get(square);
  const beside = ground.state.selected === undefined && piece?.color !== view.movable;
  if (event.button === 2 || beside) view.onCancelPremoves?.();
}

/** The parts of a view that affect the picture. The rest are handlers, and shapes, which are set separately. */
const signature = (view: BoardView): string =>
  JSON.stringify({
    ...view,
    onMove: 0,
    onSelect: 0,
    onShapes: 0,
    onPremove: 0,
    onCancelPremoves: 0,
    shapes: 0,
    fen: view.fen,
  });

function update(element: HTMLElement, view: BoardView): void {
  const instance = boards.get(element);
  if (!instance) return;
  const before = instance.view;
  instance.view = view;
  if (instance.coordinates !== settings().coordinates) {
    instance.coordinates = settings().coordinates;
    instance.ground.set(boardConfig(view));
    instance.ground.redrawAll();
  }
  // If nothing has changed, a drag in progress and the user's arrows are left alone.
  if (signature(before) !== signature(view)) instance.ground.set(boardConfig(view));
  if (view.shapes !== undefined) instance.ground.setAutoShapes(view.shapes);
}

function instanceAt(key: string): BoardInstance | undefined {
  const element = document.querySelector(`[data-board="${CSS.escape(key)}"]`);
  return element ? boards.get(element) : undefined;
}

/** Moves a piece on the board, so that a move by keyboard looks like a drag. */
export const movePiece = (key: string, from: string, to: string): void =>
  instanceAt(key)?.ground.move(from as Key, to as Key);

/** Puts the pieces back after a move that was not made. */
export function resetBoard(key: string): void {
  const instance = instanceAt(key);
  if (!instance) return;
  instance.ground.cancelMove();
  instance.ground.set(boardConfig({ ...instance.view, hold: false }));
}

export function board(view: BoardView): VNode {
  return h('div.board', { class: { small: view.small === true }, key: `board-${view.key}`, attrs: { role: 'group' } }, [
    h('div.board-ground.cg-wrap', {
      attrs: { 'data-board': view.key, 'aria-hidden': 'true' },
      hook: {
        insert: vnode => mount(vnode.elm as HTMLElement, view),
        update: (_, vnode) => update(vnode.elm as HTMLElement, view),
        destroy: vnode => boards.get(vnode.elm as Element)?.ground.destroy(),
      },
    }),
    view.keyboard ? squareGrid(view, movePiece) : null,
  ]);
}
