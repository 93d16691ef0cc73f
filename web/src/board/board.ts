/** The board: chessground with what the state says, and a grid of squares over it for keyboard and screen reader. */
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
  /** Whose pieces can be moved by hand; none on a board that is only looked at. */
  movable: Side | 'both' | null;
  dests: Record<string, string[]>;
  /** Over the board a piece can be put anywhere but on an own piece, and the arbiter speaks afterwards. */
  free?: boolean;
  /** A piece that was let go on a square where it cannot stand, and may be moved on. */
  movingOn?: { from: string; to: string };
  /** Whether moves may be made in advance. */
  premovable?: boolean;
  /** Those that have been, as squares; the position shows them already. */
  premoves?: readonly { from: string; to: string }[];
  onPremove?: (from: string, to: string) => void;
  /** A click beside the pieces, or with the other button: the premoves are taken back. */
  onCancelPremoves?: () => void;
  shapes?: DrawShape[];
  /** Arrows and circles that a person has drawn and that are kept; without it they last until the position changes. */
  drawn?: DrawShape[];
  /** The pieces stay where somebody has left them: a move is made and not yet complete. */
  hold?: boolean;
  onMove: (from: string, to: string, premove: boolean) => void;
  /** A piece is touched (law K01). */
  onSelect?: (square: string) => void;
  onShapes?: (shapes: DrawShape[]) => void;
  /** Without it there is no grid: small boards that are only looked at. */
  keyboard?: boolean;
  /** A small picture has no coordinates. */
  small?: boolean;
}

/** What chessground is told. It is a function of the view: nothing on the board is true but by this. */
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
      // What is kept is not wiped away by playing a move.
      eraseOnMovablePieceClick: view.drawn === undefined,
      ...(view.drawn ? { shapes: view.drawn } : {}),
    },
  };
}

const premoved = (square: string): [Key, string] => [square as Key, 'current-premove'];

/** Whoever taps one own piece and then another means the other one: that is never a capture. */
function anywhere({ fen, turn, dests, movingOn }: BoardView): Map<string, string[]> {
  const pieces = piecesOf(fen);
  const isOwn = (square: string): boolean => {
    const letter = pieces.get(square);
    return letter !== undefined && (letter === letter.toUpperCase() ? 'white' : 'black') === turn;
  };
  const squares = rows('white').flat();
  const free = squares.filter(square => !isOwn(square));
  if (movingOn) return new Map([[movingOn.to, [...free, movingOn.from]]]);
  // A king castles onto its own rook in Chess960.
  return new Map(squares.filter(isOwn).map(square => [square, [...new Set([...free, ...(dests[square] ?? [])])]]));
}

interface Mounted {
  ground: Api;
  view: BoardView;
  orientation: Side;
  coordinates: string;
}

const boards = new WeakMap<Element, Mounted>();

function mount(element: HTMLElement, view: BoardView): void {
  const mounted: Mounted = {
    ground: Chessground(element, boardConfig(view)),
    view,
    orientation: view.orientation,
    coordinates: settings().coordinates,
  };
  // What the board tells goes to the latest view, not to the one it was made with.
  mounted.ground.set({
    movable: { events: { after: (from, to, meta) => mounted.view.onMove(from, to, meta.premove === true) } },
    premovable: {
      events: {
        set: (from, to) => {
          // The premoves are the game's: the board itself keeps none.
          mounted.ground.cancelPremove();
          mounted.view.onPremove?.(from, to);
        },
      },
    },
    events: { select: square => mounted.view.onSelect?.(square) },
    drawable: { onChange: shapes => mounted.view.onShapes?.(shapes) },
  });
  // Chessground remembers where the board is until it scrolls or changes its size; what appears above it moves it too.
  for (const event of ['pointerdown', 'pointerup']) {
    element.addEventListener(event, () => mounted.ground.state.dom.bounds.clear(), { capture: true });
  }
  element.addEventListener('pointerdown', event => cancelPremoves(mounted, event), { capture: true });
  boards.set(element, mounted);
}

function cancelPremoves({ ground, view }: Mounted, event: PointerEvent): void {
  if ((view.premoves ?? []).length === 0) return;
  const square = ground.getKeyAtDomPos([event.clientX, event.clientY]);
  const piece = square && ground.state.pieces.get(square);
  const beside = ground.state.selected === undefined && piece?.color !== view.movable;
  if (event.button === 2 || beside) view.onCancelPremoves?.();
}

/** What makes another picture; the rest of a view is only functions. */
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
  const mounted = boards.get(element);
  if (!mounted) return;
  const before = mounted.view;
  mounted.view = view;
  if (mounted.coordinates !== settings().coordinates) {
    mounted.coordinates = settings().coordinates;
    mounted.ground.set(boardConfig(view));
    mounted.ground.redrawAll();
  }
  // A drag that is under way and arrows that were drawn stay as they are while nothing has changed.
  if (signature(before) !== signature(view)) mounted.ground.set(boardConfig(view));
  if (view.shapes !== undefined) mounted.ground.setAutoShapes(view.shapes);
}

function mountedAt(key: string): Mounted | undefined {
  const element = document.querySelector(`[data-board="${CSS.escape(key)}"]`);
  return element ? boards.get(element) : undefined;
}

/** A move by keyboard is seen like one by hand. */
export const movePiece = (key: string, from: string, to: string): void =>
  mountedAt(key)?.ground.move(from as Key, to as Key);

/** Puts the pieces back where the state has them, after a move that did not happen. */
export function resetBoard(key: string): void {
  const mounted = mountedAt(key);
  if (!mounted) return;
  mounted.ground.cancelMove();
  mounted.ground.set(boardConfig({ ...mounted.view, hold: false }));
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
