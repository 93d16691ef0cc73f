/** The view of a game: the board between its two players, and the side panel. */
import { board } from '../board/board';
import { promotion } from '../board/promotion';
import { inspect } from '../core';
import { t } from '../i18n';
import { h, type VNode } from '../ui/dom';
import { ending } from './ending';
import type { Handlers } from './handlers';
import { type Color, type GameModel, isOver, onMove, opposite } from './model';
import { player } from './players';
import { afterPremoves } from './premoves';
import { side } from './side';
import { orientation, shownPly, steps, type ViewState } from './view-state';
import { gameHeading } from './words';

export interface GameView {
  model: GameModel;
  viewState: ViewState;
  handlers: Handlers;
  now: number;
  /** A move has been sent to the server and not yet answered. */
  pending: boolean;
}

export function gameView(view: GameView): VNode {
  const { model, viewState, handlers, now } = view;
  const below = orientation(model, viewState);
  const all = steps(model, viewState.mate === null ? [] : (model.state.mating_line ?? []));
  const ply = shownPly(model, viewState);
  // Under tournament conduct, pressing the clock completes the move.
  const press = viewState.staged !== null && model.agreement.conduct === 'tournament' ? handlers.complete : undefined;
  const strip = (color: Color, place: 'top' | 'bottom') =>
    player({
      model,
      color,
      place,
      now,
      material: all[ply]?.material,
      press: color === model.state.turn ? press : undefined,
    });
  return h('div.game', { class: { over: isOver(model) } }, [
    h('h1.visually-hidden', null, gameHeading(model)),
    strip(opposite(below), 'top'),
    h('div.game-board', { on: { wheel: handlers.wheel } }, [
      gameBoard(view, below, ply),
      viewState.promotion
        ? promotion({
            color: viewState.promotion.premove ? opposite(model.state.turn) : model.state.turn,
            to: viewState.promotion.to,
            orientation: below,
            choose: handlers.promote,
            cancel: handlers.unstage,
          })
        : null,
      viewState.ending ? ending({ model, handlers }) : null,
      h('p#board-help.visually-hidden', null, t('boardHelp')),
    ]),
    strip(below, 'bottom'),
    side(view),
  ]);
}

function gameBoard({ model, viewState, handlers, pending }: GameView, below: Color, ply: number): VNode {
  const mate = viewState.mate === null ? [] : (model.state.mating_line ?? []);
  const shown = steps(model, mate)[ply];
  const latest = ply === model.moves.length && viewState.mate === null;
  const hold = latest && (viewState.staged !== null || pending);
  const tournament = model.agreement.conduct === 'tournament';
  // K03: a released piece that has made a legal move stays. An illegal move can be corrected until the clock is
  // pressed.
  const movingOn = latest && tournament ? (viewState.staged?.wrong ?? null) : null;
  const playing = model.you !== null && !isOver(model) && latest && !model.state.paused;
  const free = playing && (!hold || movingOn !== null);
  const premovable = free && model.you !== 'both' && !tournament;
  const premoves = premovable && !onMove(model) ? viewState.premoves : [];
  const fen = afterPremoves(shown?.fen ?? model.state.fen, premoves);
  return board({
    key: model.id,
    fen,
    orientation: below,
    turn: fen.split(' ')[1] === 'b' ? 'black' : 'white',
    check: shown?.check ?? false,
    lastMove: shown?.played ? [shown.played.from, shown.played.to] : null,
    movable: free ? (model.you as Color | 'both') : null,
    dests: free && onMove(model) ? dests(model) : {},
    free: tournament,
    ...(movingOn ? { movingOn } : {}),
    premovable,
    premoves,
    onPremove: handlers.premoved,
    onCancelPremoves: handlers.cancelPremoves,
    hold,
    onMove: handlers.moved,
    ...(tournament && free && !movingOn ? { onSelect: handlers.touched } : {}),
    onShapes: () => undefined,
    keyboard: true,
  });
}

/** The legal target squares: from the state, or computed where the state lacks them. */
function dests(model: GameModel): Record<string, string[]> {
  if (model.state.dests) return model.state.dests;
  const inspection = inspect(model.state.fen, model.agreement.variant);
  return inspection.is === 'playable' ? inspection.dests : {};
}
