/** The board of an analysis: the current position, with the engine's and the user's arrows. */
import type { DrawShape } from '@lichess-org/chessground/draw';
import { board, resetBoard } from '../board/board';
import { promotion } from '../board/promotion';
import { t } from '../i18n';
import { h, type VNode } from '../ui/dom';
import type { EngineLine, Playable, Side } from '../wire';
import type { Way } from './controls';
import { lastMoveAt } from './place';
import { shapesOf } from './shapes';
import { type GameTree, nodeOf } from './tree';

const KEY = 'analysis';
/** The engine's best move is shown from this depth on. */
const MIN_ARROW_DEPTH = 6;

export interface AnalysisBoardView {
  tree: GameTree;
  at: number;
  side: Side;
  position: Playable | null;
  arrows: DrawShape[];
  /** A promotion for which the piece has not been chosen yet. */
  picked: { from: string; to: string } | null;
  onMove(from: string, to: string): void;
  onShapes(shapes: DrawShape[]): void;
  onPromote(letter: string): void;
  onCancel(): void;
  onStep(way: Way): void;
}

/** Puts the pieces back after a move that was not made. */
export const resetAnalysisBoard = (): void => resetBoard(KEY);

export function analysisBoard(view: AnalysisBoardView): VNode {
  const { tree, at, side, position, picked } = view;
  const node = nodeOf(tree, at);
  const turn = position?.turn ?? 'white';
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    if (Math.abs(event.deltaY) >= 4) view.onStep(event.deltaY > 0 ? 'next' : 'back');
  };
  return h('div.analysis-board', { on: { wheel } }, [
    board({
      key: KEY,
      fen: node.fen,
      orientation: side,
      turn,
      check: node.check,
      lastMove: lastMoveAt(tree, at),
      movable: 'both',
      dests: position?.dests ?? {},
      shapes: view.arrows,
      drawn: shapesOf(node.comments),
      onMove: view.onMove,
      onShapes: view.onShapes,
      keyboard: true,
    }),
    picked
      ? promotion({ color: turn, to: picked.to, orientation: side, choose: view.onPromote, cancel: view.onCancel })
      : null,
    h('p#board-help.visually-hidden', null, t('boardHelp')),
  ]);
}

/** The best move as an arrow; threats are red. */
export function bestArrow(best: EngineLine | undefined, threat: boolean): DrawShape[] {
  const move = best?.line[0];
  if (!best || !move || best.depth < MIN_ARROW_DEPTH) return [];
  const brush = threat ? 'red' : 'paleBlue';
  return [{ orig: move.slice(0, 2) as 'a1', dest: move.slice(2, 4) as 'a1', brush }];
}
