/** The arbiter's panel: stop and set clocks, forfeit, restart and adjourn games, and the log of rulings. */
import { readMove } from '../core';
import { type Key, t } from '../i18n';
import { button, h, type VNode } from '../ui/dom';
import type { ForfeitedBy, OpponentScoreName, PlayerAction, RulingJson } from '../wire';
import { clockText, remaining } from './clock';
import type { Handlers } from './handlers';
import { type Color, colors, type GameModel, isOver, opposite } from './model';
import type { Ruling, ViewState } from './view-state';
import { colorName } from './words';

export interface ArbiterView {
  model: GameModel;
  viewState: ViewState;
  handlers: Pick<Handlers, 'act' | 'look'>;
}

export function arbiterPanel({ model, viewState, handlers }: ArbiterView): VNode {
  const { paused, adjourned, clock, awaited } = model.state;
  // An arbiter has no colour, but `act` needs one: the player to move stands in.
  const rule = (action: PlayerAction) => handlers.act(model.state.turn, action);
  const over = isOver(model);
  const asks = (ruling: Ruling) =>
    button('', { onClick: () => handlers.look({ ruling }), disabled: over }, rulingText(ruling));
  const arrives = (color: Color): VNode | null =>
    awaited === color || awaited === 'both'
      ? button('', { onClick: () => handlers.act(color, { do: 'appear' }) }, t('hasArrived', { name: t(color) }))
      : null;
  return h('div.arbiter', { attrs: { role: 'region', 'aria-label': t('arbiter') } }, [
    h('div.arbiter-row', null, [
      button(
        '.primary',
        { onClick: () => rule({ do: paused ? 'resume' : 'pause' }), disabled: over },
        t(adjourned ? 'openEnvelope' : paused ? 'resumeClocks' : 'pauseClocks'),
      ),
      adjourned || model.kind !== 'here' ? null : asks({ do: 'adjourn' }),
      arrives('white'),
      arrives('black'),
    ]),
    clock.white === null && clock.black === null ? null : clockForm(model, rule),
    h('div.arbiter-row', null, [asks({ do: 'restart', reason: 'setup' }), asks({ do: 'restart', reason: 'colours' })]),
    h('div.arbiter-row', null, [
      asks({ do: 'forfeit', who: 'white' }),
      asks({ do: 'forfeit', who: 'black' }),
      asks({ do: 'forfeit', who: 'both' }),
    ]),
    viewState.ruling && !over && !isSealedByPlayer(model, viewState)
      ? decision(viewState.ruling, { model, viewState, handlers })
      : null,
    rulingLog(model),
  ]);
}

function rulingText(ruling: Ruling): string {
  if (ruling.do === 'adjourn') return t('adjourn');
  if (ruling.do === 'restart') return t(ruling.reason === 'colours' ? 'restartColours' : 'restartSetup');
  const forfeits: Record<typeof ruling.who, Key> = {
    white: 'forfeitWhite',
    black: 'forfeitBlack',
    both: 'forfeitBoth',
  };
  return t(forfeits[ruling.who]);
}

/** Over the network the player to move enters the sealed move; the arbiter's panel does not ask for it. */
export const isSealedByPlayer = (model: GameModel, { ruling }: ViewState): boolean =>
  model.kind === 'live' && ruling?.do === 'adjourn';

/** Asks for confirmation and details, so that no game is lost by a stray click. */
export function decision(ruling: Ruling, { model, handlers }: ArbiterView): VNode {
  const rule = (action: PlayerAction): void => {
    handlers.look({ ruling: null });
    handlers.act(model.state.turn, action);
  };
  const confirmed = (data: FormData): void => {
    const said = (name: string): string => String(data.get(name) ?? '').trim();
    if (ruling.do === 'adjourn') {
      // Whether the move is legal is checked here, so that only the player who seals it learns the answer.
      const read = readMove(model.state.fen, model.agreement.variant, said('move'));
      if (read.is === 'legal') rule({ do: 'adjourn', move: read.uci });
      else handlers.look({ note: t('sealedNotLegal') });
    } else if (ruling.do === 'restart') rule(ruling);
    else {
      const reason = said('reason');
      const opponent = said('opponent') as OpponentScoreName | '';
      rule({ ...ruling, ...(opponent === '' ? {} : { opponent }), ...(reason === '' ? {} : { reason }) });
    }
  };
  return h(
    'form.prompt',
    {
      key: rulingText(ruling),
      attrs: { 'aria-label': rulingText(ruling), autocomplete: 'off' },
      on: {
        submit: (event: SubmitEvent) => {
          event.preventDefault();
          confirmed(new FormData(event.currentTarget as HTMLFormElement));
        },
      },
      // Focusing the first field also scrolls the question into view.
      hook: {
        insert: vnode => (vnode.elm as HTMLElement).querySelector<HTMLElement>('input, select, button')?.focus(),
      },
    },
    [
      h('p', null, ruling.do === 'adjourn' ? t('sealHint') : t('rulingSure', { ruling: rulingText(ruling) })),
      ruling.do === 'adjourn'
        ? h('label.field', null, [
            h('span', null, t('sealedMove')),
            h('input', { attrs: { name: 'move', type: 'password', maxlength: 40, required: true } }),
          ])
        : null,
      ruling.do === 'forfeit' ? forfeitFields(ruling.who) : null,
      h('div.prompt-buttons', null, [
        h('button.danger', { attrs: { type: 'submit' } }, t('confirm')),
        button('', { onClick: () => handlers.look({ ruling: null }) }, t('cancel')),
      ]),
    ],
  );
}

/** The arbiter decides the opponent's score and gives a reason (FIDE 11.7, 12.9.6). */
const forfeitFields = (who: ForfeitedBy): VNode =>
  h('div.forfeit-fields', null, [
    who === 'both'
      ? null
      : h('label.field', null, [
          h('span', null, t('opponentScores')),
          h('select', { attrs: { name: 'opponent' } }, [
            h('option', { attrs: { value: '1' } }, '1'),
            h('option', { attrs: { value: '1/2' } }, '½'),
            h('option', { attrs: { value: '0' } }, '0'),
          ]),
        ]),
    h('label.field', null, [
      h('span', null, t('rulingReason')),
      h('input', { attrs: { name: 'reason', maxlength: 500 } }),
    ]),
  ]);

/** The rulings so far, with their times and articles. The PGN of the game contains them too. */
function rulingLog({ state, startedAt }: GameModel): VNode | null {
  const rulings = state.rulings ?? [];
  if (rulings.length === 0) return null;
  return h('section.rulings', { attrs: { 'aria-label': t('rulings') } }, [
    h('h2', null, t('rulings')),
    h(
      'ol',
      null,
      rulings.map(ruling =>
        h('li', null, [
          h('time', null, clockText(ruling.at - (startedAt ?? 0))),
          ' ',
          ruledText(ruling),
          ' ',
          h('small', null, t('fideArticle', { article: ruling.article })),
          ruling.reason ? h('q', null, ruling.reason) : null,
        ]),
      ),
    ),
  ]);
}

function ruledText(ruling: RulingJson): string {
  const given = (time: number | null, by: Color): string =>
    time === null ? '' : `. ${t('timeGiven', { name: t(opposite(by)), time: clockText(time) })}`;
  switch (ruling.ruling) {
    case 'illegal_move':
      return t('illegalMoveBy', { name: t(ruling.by), move: ruling.move }) + given(ruling.given, ruling.by);
    case 'wrong_claim':
      return t('wrongClaimBy', { name: t(ruling.by) }) + given(ruling.given, ruling.by);
    case 'time_given':
      return t('timeGiven', { name: t(ruling.to), time: clockText(ruling.time) });
    case 'clocks_set':
      return t('setClocks');
    case 'pause':
      return t('pauseClocks');
    case 'resume':
      return t('resumeClocks');
    case 'restart':
      return rulingText({ do: 'restart', ...(ruling.wrong ? { reason: ruling.wrong } : {}) });
    case 'forfeit':
      return rulingText({ do: 'forfeit', who: ruling.who });
    case 'default_time':
      return t('absentAtDefault');
    case 'adjourn':
      return t('adjournedNote', { name: t(ruling.by) });
  }
}

function clockForm(model: GameModel, rule: (action: PlayerAction) => void): VNode {
  const field = (color: Color): VNode => {
    const minutes = Math.round((remaining(model, color, performance.now()) ?? 0) / 600) / 100;
    return h('label.field', null, [
      h('span', null, t('minutesLeft', { name: colorName(color) })),
      h('input', {
        attrs: {
          name: color,
          type: 'number',
          min: 0,
          max: 100_000,
          step: 'any',
          placeholder: minutes,
          inputmode: 'decimal',
        },
      }),
    ]);
  };
  return h(
    'form.arbiter-clocks',
    {
      on: {
        submit: (event: SubmitEvent) => {
          event.preventDefault();
          const form = event.currentTarget as HTMLFormElement;
          const data = new FormData(form);
          const read = (color: Color): number | undefined => {
            const text = String(data.get(color) ?? '').trim();
            return text === '' ? undefined : Math.max(0, Math.round(Number(text) * 60_000));
          };
          const [white, black] = [read('white'), read('black')];
          rule({
            do: 'set_clocks',
            ...(white === undefined ? {} : { white }),
            ...(black === undefined ? {} : { black }),
          });
          form.reset();
        },
      },
    },
    [
      ...colors.filter(color => model.state.clock[color] !== null).map(field),
      h('button', { attrs: { type: 'submit' } }, t('setClocks')),
    ],
  );
}
