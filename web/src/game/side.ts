/** The panel beside the board: moves, notes and prompts, and buttons. */
import { t } from '../i18n';
import { button, h, type VNode } from '../ui/dom';
import { settings } from '../ui/settings';
import { actions, prompts } from './actions';
import { agreementText } from './agreement';
import { arbiterPanel } from './arbiter';
import { chat } from './chat';
import { moveEntry } from './entry';
import type { Handlers } from './handlers';
import { type GameModel, isOver } from './model';
import { moveList, moveSteps, numbering } from './moves';
import { outcome } from './outcome';
import { shownPly, steps, type ViewState } from './view-state';
import { playerName } from './words';

export interface SideView {
  model: GameModel;
  viewState: ViewState;
  handlers: Handlers;
}

export function side({ model, viewState, handlers }: SideView): VNode {
  const game = steps(model);
  const mate = viewState.mate === null ? [] : (model.state.mating_line ?? []);
  const moves = {
    steps: game,
    ply: viewState.mate === null ? shownPly(model, viewState) : -1,
    ...numbering(game[0]?.fen ?? ''),
    offered: model.state.offered ?? [],
    go: handlers.goTo,
  };
  const doing = { model, viewState, handlers, muted: !settings().sound };
  return h('section.game-side', { attrs: { 'aria-label': t('game') } }, [
    h('p.agreement', null, agreementText(model.agreement, model.kind === 'live')),
    model.connected ? null : h('p.connection', { attrs: { role: 'alert' } }, t('connectionLost')),
    tabs({ model, viewState, handlers }),
    viewState.tab === 'chat'
      ? chat(model, handlers.say)
      : viewState.tab === 'arbiter'
        ? arbiterPanel({ model, viewState, handlers })
        : h('div.sheet', null, [moveList(moves), result({ model, viewState, handlers })]),
    moveSteps({ ...moves, steps: steps(model, mate), ply: shownPly(model, viewState) }, () =>
      handlers.look({ flipped: !viewState.flipped }),
    ),
    h('div.talk', null, [
      viewState.note ? h('p.note', null, viewState.note) : null,
      model.state.adjourned
        ? h('p.note', null, t('adjournedNote', { name: playerName(model, model.state.adjourned) }))
        : model.state.paused
          ? h('p.note', null, t('clocksStopped'))
          : null,
      staged({ model, viewState, handlers }),
      prompts(doing),
    ]),
    actions(doing),
    model.you !== null && !isOver(model)
      ? moveEntry({ play: handlers.typed, claim: model.agreement.conduct === 'tournament' ? handlers.claimed : null })
      : null,
  ]);
}

/** The result. It always lists the whole mating line, whether or not that is shown on the board. */
const result = ({ model, viewState, handlers }: SideView): VNode | null =>
  outcome({
    model,
    steps: steps(model, model.state.mating_line ?? []),
    mate: viewState.mate,
    why: viewState.why,
    look: handlers.look,
  });

function staged({ model, viewState, handlers }: SideView): VNode | null {
  if (!viewState.staged) return null;
  const tournament = model.agreement.conduct === 'tournament';
  return h('div.prompt', { attrs: { role: 'group' } }, [
    h(
      'p',
      null,
      viewState.staged.wrong
        ? t('moveOnHint')
        : tournament
          ? t('pressClockHint')
          : t('confirmMove', { move: viewState.staged.text }),
    ),
    h('div.prompt-buttons', null, [
      button('.primary', { onClick: handlers.complete }, tournament ? t('pressClock') : t('confirm')),
      tournament && !viewState.staged.wrong
        ? null
        : button('', { onClick: handlers.unstage }, t(viewState.staged.wrong ? 'putBack' : 'cancel')),
    ]),
  ]);
}

function tabs({ model, viewState, handlers }: SideView): VNode | null {
  const { arbiter } = model;
  const talking = model.agreement.chat && model.kind === 'live';
  if (!arbiter && !talking) return null;
  const unread = viewState.unread;
  const tab = (name: ViewState['tab'], label: string, count = 0): VNode =>
    h(
      'button.tab',
      {
        class: { current: viewState.tab === name },
        attrs: { type: 'button', 'aria-pressed': String(viewState.tab === name) },
        on: { click: () => handlers.look({ tab: name, ...(name === 'chat' ? { unread: 0 } : {}) }) },
      },
      label,
      count > 0
        ? h('span.unread', { attrs: { 'aria-label': t('unread', { count }) } }, String(Math.min(count, 99)))
        : null,
    );
  const watchers = model.presence?.watchers ?? 0;
  return h('div.tabs', null, [
    tab('moves', t('moves')),
    talking ? tab('chat', t('chat'), unread) : null,
    arbiter ? tab('arbiter', t('arbiter')) : null,
    watchers > 0 ? h('span.watchers', null, t('spectators', { count: watchers })) : null,
  ]);
}
