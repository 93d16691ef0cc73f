/** The buttons beside the board, and the prompts that need an answer. */
import { t } from '../i18n';
import { button, h, link, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import { decision, isSealedByPlayer } from './arbiter';
import type { Handlers } from './handlers';
import { actor, type Color, type GameModel, isOver, opposite } from './model';
import type { ViewState } from './view-state';
import { playerName, reasonText } from './words';

export interface ActionsView {
  model: GameModel;
  viewState: ViewState;
  handlers: Handlers;
  muted: boolean;
}

type Act = Handlers['act'];

export function actions(view: ActionsView): VNode {
  const { model } = view;
  return h('div.actions', { attrs: { role: 'group' } }, isOver(model) ? afterwards(view) : during(view));
}

function during({ model, viewState, handlers, muted }: ActionsView): (VNode | null)[] {
  const { act, toggleSound } = handlers;
  const by = actor(model);
  const sound = button(
    '.action',
    { onClick: toggleSound, label: muted ? t('unmute') : t('mute'), pressed: muted },
    icon(muted ? 'mute' : 'sound'),
  );
  if (by === null) return [h('p.watching', null, t('watching')), sound];
  const casual = model.agreement.conduct === 'online';
  const abortable = casual && model.moves.length < 2 && model.kind !== 'here';
  const { claimable, draw_offer } = model.state;
  const claim = claimable !== null && by === model.state.turn ? reasonText(claimable) : null;
  const staged = viewState.staged !== null && !casual;
  const maySeal = model.kind === 'live' && !casual && by === model.state.turn && !model.state.adjourned;
  return [
    casual
      ? button(
          '.action',
          { onClick: () => act(by, { do: 'takeback' }), label: t('takeback'), disabled: model.moves.length === 0 },
          icon('undo'),
        )
      : button('.action.said', { onClick: () => act(by, { do: 'adjust' }) }, t('adjust')),
    button(
      claim ? '.action.claim' : '.action',
      {
        onClick: () => (staged ? handlers.look({ offerWithMove: true }) : act(by, { do: 'draw' })),
        label: claim ? t('claimDraw', { reason: claim }) : t('offerDraw'),
        disabled: draw_offer === by || (staged && viewState.offerWithMove),
      },
      icon('half'),
      claim ? h('span', null, t('claimDraw', { reason: claim })) : null,
    ),
    abortable
      ? button('.action', { onClick: () => handlers.look({ asking: 'abort' }), label: t('abort') }, icon('close'))
      : button('.action', { onClick: () => handlers.look({ asking: 'resign' }), label: t('resign') }, icon('flag')),
    maySeal
      ? button(
          '.action',
          { onClick: () => handlers.look({ ruling: { do: 'adjourn' } }), label: t('adjourn') },
          icon('envelope'),
        )
      : null,
    model.kind === 'live' && casual && model.state.clock.white !== null
      ? button('.action', { onClick: () => act(by, { do: 'add_time', seconds: 15 }), label: t('addTime') }, '+15')
      : null,
    sound,
  ];
}

function afterwards({ model, handlers }: ActionsView): (VNode | null)[] {
  const { act, again, analyse } = handlers;
  const { you, kind, rematch } = model;
  const offered = rematch !== null && 'by' in rematch && rematch.by === you;
  const asked = rematch !== null && 'by' in rematch && rematch.by !== you;
  const rematchButton =
    kind === 'live'
      ? you === null || you === 'both'
        ? null
        : button(
            `.action.wide${asked ? '.primary' : ''}`,
            { onClick: () => act(you, { do: 'rematch' }), disabled: offered },
            icon('again'),
            offered ? t('rematchOffered') : t('rematch'),
          )
      : button('.action.wide.primary', { onClick: again }, icon('again'), t('rematch'));
  return [
    rematchButton,
    button('.action.wide', { onClick: handlers.newGame }, t('newGame')),
    button('.action.wide', { onClick: analyse }, icon('analysis'), t('analyse')),
  ];
}

/** What awaits an answer, from the user or from the opponent. */
export function prompts({ model, viewState, handlers }: ActionsView): VNode | null {
  const { act } = handlers;
  const by = actor(model);
  const { asking } = viewState;
  if (isOver(model)) return rematchPrompt(model, act);
  if (by === null) return null;
  if (asking !== null) {
    return prompt(
      t(asking === 'resign' ? 'resignSure' : 'abortSure'),
      [
        button('.danger', { onClick: () => act(by, { do: asking }), key: 'sure' }, t(asking)),
        button('', { onClick: () => handlers.look({ asking: null }) }, t('cancel')),
      ],
      { takesFocus: true },
    );
  }
  const { draw_offer, takeback } = model.state;
  const { ruling } = viewState;
  // The player who has to reply may open the envelope, so the game can go on without an arbiter.
  if (model.kind === 'live' && model.state.adjourned === opposite(by))
    return prompt(t('adjournedAnswer'), [
      button('.primary', { onClick: () => act(by, { do: 'resume' }) }, t('openEnvelope')),
    ]);
  if (ruling && isSealedByPlayer(model, viewState) && by === model.state.turn && !model.state.adjourned)
    return decision(ruling, { model, viewState, handlers });
  // On one screen the other player answers.
  const answerer = (asker: Color) => (model.you === 'both' ? opposite(asker) : model.you);
  if (draw_offer !== null) {
    const mine = answerer(draw_offer);
    if (mine === draw_offer) return prompt(t('drawOffered'), []);
    return prompt(t('drawOfferedTo', { name: playerName(model, draw_offer) }), answers(mine, act, 'draw'));
  }
  if (takeback !== null) {
    const mine = answerer(takeback);
    if (mine === takeback) return prompt(t('takebackAsked'), []);
    return prompt(t('takebackAskedBy', { name: playerName(model, takeback) }), answers(mine, act, 'takeback'));
  }
  return gonePrompt(model, act);
}

function answers(by: Color | null, act: Act, accept: 'draw' | 'takeback'): VNode[] {
  if (by === null) return [];
  return [
    button('.primary', { onClick: () => act(by, { do: accept }) }, t('accept')),
    button('', { onClick: () => act(by, { do: 'decline' }) }, t('decline')),
  ];
}

function gonePrompt(model: GameModel, act: Act): VNode | null {
  const { gone, you } = model;
  if (gone === null || you === null || you === 'both' || gone.color === you) return null;
  const seconds = Math.max(0, Math.ceil((gone.claimAt - performance.now()) / 1000));
  const name = playerName(model, gone.color);
  if (seconds > 0) return prompt(t('opponentGone', { name, seconds }), [], { key: 'gone' });
  return prompt(t('opponentGoneNow', { name }), [
    button('.primary', { onClick: () => act(you, { do: 'claim_victory' }) }, t('claimVictory')),
    button('', { onClick: () => act(you, { do: 'claim_draw_gone' }) }, t('claimDrawGone')),
  ]);
}

function rematchPrompt(model: GameModel, act: Act): VNode | null {
  const { rematch, you } = model;
  if (rematch !== null && 'next' in rematch && you === null)
    return prompt(t('rematchBegan'), [link('.button.primary', `/game/${rematch.next}`, t('watchRematch'))]);
  if (rematch === null || !('by' in rematch) || you === null || you === 'both' || rematch.by === you) return null;
  return prompt(t('rematchAskedBy', { name: playerName(model, rematch.by) }), [
    button('.primary', { onClick: () => act(you, { do: 'rematch' }) }, t('accept')),
  ]);
}

/** A question. One that the user has opened also takes the focus. */
const prompt = (text: string, buttons: VNode[], { takesFocus = false, key = text } = {}): VNode =>
  h(
    'div.prompt',
    {
      key,
      attrs: { role: 'group', 'aria-label': text },
      hook: { insert: vnode => takesFocus && (vnode.elm as HTMLElement).querySelector('button')?.focus() },
    },
    [h('p', null, text), buttons.length > 0 ? h('div.prompt-buttons', null, buttons) : null],
  );
