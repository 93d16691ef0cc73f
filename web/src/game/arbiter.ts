/** The arbiter's panel: clocks stopped and set, games forfeited and restarted (laws E06, K05). */
import { type Key, t } from '../i18n';
import { button, h, type VNode } from '../ui/dom';
import type { PlayerAction } from '../wire';
import { remaining } from './clock';
import type { Handlers } from './handlers';
import { type Color, colors, type GameModel, isOver } from './model';
import type { Ruling, ViewState } from './view-state';
import { colorName } from './words';

export interface ArbiterView {
  model: GameModel;
  viewState: ViewState;
  handlers: Pick<Handlers, 'act' | 'look'>;
}

export function arbiterPanel({ model, viewState, handlers }: ArbiterView): VNode {
  const { paused, clock } = model.state;
  // An arbiter has no colour; on one screen whoever is to move says it.
  const rule = (action: PlayerAction) => handlers.act(model.state.turn, action);
  const over = isOver(model);
  const asks = (ruling: Ruling) =>
    button('', { onClick: () => handlers.look({ ruling }), disabled: over }, rulingText(ruling));
  return h('div.arbiter', { attrs: { role: 'region', 'aria-label': t('arbiter') } }, [
    h('div.arbiter-row', null, [
      button(
        '.primary',
        { onClick: () => rule({ do: paused ? 'resume' : 'pause' }), disabled: over },
        paused ? t('resumeClocks') : t('pauseClocks'),
      ),
      asks({ do: 'restart' }),
    ]),
    clock.white === null && clock.black === null ? null : clockForm(model, rule),
    h('div.arbiter-row', null, [
      asks({ do: 'forfeit', who: 'white' }),
      asks({ do: 'forfeit', who: 'black' }),
      asks({ do: 'forfeit', who: 'both' }),
    ]),
    viewState.ruling && !over ? sure(viewState.ruling, rule, handlers.look) : null,
  ]);
}

function rulingText(ruling: Ruling): string {
  if (ruling.do === 'restart') return t('restartGame');
  const forfeits: Record<typeof ruling.who, Key> = {
    white: 'forfeitWhite',
    black: 'forfeitBlack',
    both: 'forfeitBoth',
  };
  return t(forfeits[ruling.who]);
}

/** A game that is lost by a word is not lost by a slip of the hand. */
const sure = (ruling: Ruling, rule: (action: PlayerAction) => void, look: Handlers['look']): VNode =>
  h(
    'div.prompt',
    {
      key: rulingText(ruling),
      attrs: { role: 'group', 'aria-label': rulingText(ruling) },
      // The question takes the keyboard with it, and comes into sight.
      hook: { insert: vnode => (vnode.elm as HTMLElement).querySelector('button')?.focus() },
    },
    [
      h('p', null, t('rulingSure', { ruling: rulingText(ruling) })),
      h('div.prompt-buttons', null, [
        button(
          '.danger',
          {
            onClick: () => {
              look({ ruling: null });
              rule(ruling);
            },
          },
          t('confirm'),
        ),
        button('', { onClick: () => look({ ruling: null }) }, t('cancel')),
      ]),
    ],
  );

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
