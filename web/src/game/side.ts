/** What stands beside the board: moves, what is said and asked, and what can be done. */
import { t } from '../i18n';
import { settings } from '../settings/store';
import { button, h, type VNode } from '../ui/dom';
import { actions, prompts } from './actions';
import { agreementText } from './agreement';
import { arbiterPanel } from './arbiter';
import { chat } from './chat';
import { moveEntry } from './entry';
import type { Hands } from './hands';
import { shownPly, steps, type Looking } from './looking';
import { isOver, type GameModel } from './model';
import { moveList, moveSteps, numbering } from './moves';
import { outcome } from './outcome';

export interface SideView {
  model: GameModel;
  looking: Looking;
  hands: Hands;
}

export function side({ model, looking, hands }: SideView): VNode {
  const game = steps(model);
  const moves = {
    steps: game,
    ply: looking.mate === null ? shownPly(model, looking) : -1,
    ...numbering(game[0]?.fen ?? ''),
    go: hands.goTo,
  };
  const doing = { model, looking, hands, muted: !settings().sound };
  return h('section.game-side', { attrs: { 'aria-label': t('moves') } }, [
    h('p.agreement', null, agreementText(model.agreement, model.kind === 'live')),
    model.connected ? null : h('p.connection', { attrs: { role: 'alert' } }, t('connectionLost')),
    tabs({ model, looking, hands }),
    looking.tab === 'chat'
      ? chat(model, hands.say)
      : looking.tab === 'arbiter'
        ? arbiterPanel({ model, looking, hands })
        : h('div.sheet', null, [moveList(moves), ending({ model, looking, hands })]),
    moveSteps(moves, () => hands.look({ flipped: !looking.flipped })),
    h('div.talk', null, [
      looking.note ? h('p.note', null, looking.note) : null,
      model.state.paused ? h('p.note', null, t('clocksStopped')) : null,
      staged({ model, looking, hands }),
      prompts(doing),
    ]),
    actions(doing),
    model.you !== null && !isOver(model) ? moveEntry({ play: hands.typed, claim: model.agreement.conduct === 'tournament' ? hands.claimed : null }) : null,
  ]);
}

/** The result; the whole line of a mate is named, whether it is looked at or not. */
const ending = ({ model, looking, hands }: SideView): VNode | null =>
  outcome({
    model,
    steps: steps(model, model.state.mating_line ?? []),
    mate: looking.mate,
    showMate: mate => hands.look({ mate, ply: null }),
  });

function staged({ model, looking, hands }: SideView): VNode | null {
  if (!looking.staged) return null;
  const tournament = model.agreement.conduct === 'tournament';
  return h('div.prompt', { attrs: { role: 'group' } }, [
    h('p', null, tournament ? t('pressClockHint') : t('confirmMove', { move: looking.staged.text })),
    h('div.prompt-buttons', null, [
      button('.primary', { does: hands.complete }, tournament ? t('pressClock') : t('confirm')),
      tournament ? null : button('', { does: hands.unstage }, t('cancel')),
    ]),
  ]);
}

function tabs({ model, looking, hands }: SideView): VNode | null {
  const { arbiter } = model;
  const talking = model.agreement.chat && model.kind === 'live';
  if (!arbiter && !talking) return null;
  const tab = (name: Looking['tab'], label: string): VNode =>
    h(
      'button.tab',
      {
        class: { current: looking.tab === name },
        attrs: { type: 'button', 'aria-pressed': String(looking.tab === name) },
        on: { click: () => hands.look({ tab: name }) },
      },
      label,
    );
  const watchers = model.presence?.watchers ?? 0;
  return h('div.tabs', null, [
    tab('moves', t('moves')),
    talking ? tab('chat', t('chat')) : null,
    arbiter ? tab('arbiter', t('arbiter')) : null,
    watchers > 0 ? h('span.watchers', null, t('spectators', { count: watchers })) : null,
  ]);
}
