/** The arbiter's panel: clocks stopped and set, games forfeited and restarted (laws E06, K05). */
import { t } from '../i18n';
import { button, h, type VNode } from '../ui/dom';
import { isOver, type Action, type Color, type GameModel } from './model';
import { remaining } from './clock';
import { colorName } from './words';

export interface ArbiterView {
  model: GameModel;
  act: (by: Color, action: Action) => void;
}

export function arbiterPanel({ model, act }: ArbiterView): VNode {
  const { paused, clock } = model.state;
  const rule = (action: Action) => act(model.state.turn, action);
  const over = isOver(model);
  const forfeit = (label: string, who: Color | 'both') =>
    button('', { does: () => rule({ do: 'forfeit', who }), disabled: over }, label);
  return h('div.arbiter', { attrs: { role: 'region', 'aria-label': t('arbiter') } }, [
    h('div.arbiter-row', null, [
      button('.primary', { does: () => rule({ do: paused ? 'resume' : 'pause' }), disabled: over }, paused ? t('resumeClocks') : t('pauseClocks')),
      button('', { does: () => rule({ do: 'restart' }), disabled: over }, t('restartGame')),
    ]),
    clock.white === null ? null : clockForm(model, rule),
    h('div.arbiter-row', null, [
      forfeit(t('forfeitWhite'), 'white'),
      forfeit(t('forfeitBlack'), 'black'),
      forfeit(t('forfeitBoth'), 'both'),
    ]),
  ]);
}

function clockForm(model: GameModel, rule: (action: Action) => void): VNode {
  const field = (color: Color): VNode => {
    const minutes = Math.round((remaining(model, color, performance.now()) ?? 0) / 600) / 100;
    return h('label.field', null, [
      h('span', null, t('minutesLeft', { name: colorName(color) })),
      h('input', { attrs: { name: color, type: 'number', min: 0, max: 100_000, step: 'any', placeholder: minutes, inputmode: 'decimal' } }),
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
          rule({ do: 'set_clocks', ...(white === undefined ? {} : { white }), ...(black === undefined ? {} : { black }) });
          form.reset();
        },
      },
    },
    [field('white'), field('black'), h('button', { attrs: { type: 'submit' } }, t('setClocks'))],
  );
}
