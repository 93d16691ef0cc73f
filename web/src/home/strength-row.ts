/** The control for the strength of the computer. */
import { t } from '../i18n';
import { h, type VNode } from '../ui/dom';
import { face } from './face';
import { row } from './fields';
import {
  fullLevel,
  levelText,
  nearestLevel,
  rankOf,
  ratingOf,
  type Strength,
  step,
  strengthText,
  strongest,
  weakest,
} from './strength';

/**
 * Eight buttons, and below them the slider with a face. If a server offers only some levels, only their buttons are
 * shown, and no slider.
 */
export function strengthRow(chosen: Strength, offered: number[], change: (strength: Strength) => void): VNode {
  const all = Array.from({ length: fullLevel }, (_, index) => index + 1);
  const isLimited = offered.length > 0;
  const options = all
    .filter(level => !isLimited || offered.includes(level))
    .map(level => [level, String(level), `${t('level')} ${level}: ${levelText(level)}`] as const);
  const current = chosen.rating === null ? chosen.level : 0;
  const text = strengthText(chosen);
  return h('div.strength', { class: { limited: isLimited } }, [
    face(rankOf(chosen)),
    row('level', `${t('level')}: ${text}`, options, current, level => change({ level, rating: null })),
    isLimited ? null : slider(chosen, text, change),
  ]);
}

function slider(chosen: Strength, text: string, change: (strength: Strength) => void): VNode {
  return h('label.strength-slider', null, [
    h('span', null, t('strengthSlider')),
    h('input', {
      // `value` comes last, because it is clamped to the range that is set at that time.
      props: {
        type: 'range',
        min: String(weakest),
        max: String(strongest),
        step: String(step),
        value: String(ratingOf(chosen)),
      },
      attrs: { name: 'rating', 'aria-valuetext': text },
      on: {
        input: (event: Event) => {
          const rating = Number((event.target as HTMLInputElement).value);
          change({ level: nearestLevel(rating), rating });
        },
      },
    }),
    h('output', null, String(ratingOf(chosen))),
  ]);
}
