/** The options that few people change: variant, position, odds, conduct, draws, ratings. */

import { setupProblemText, unreadableText } from '../board/setup-problems';
import { inspect } from '../core';
import { t } from '../i18n';
import { h, link, type VNode } from '../ui/dom';
import type { VariantName } from '../wire';
import { type Choices, hasDefaultTime, isLive, unusual, whyNotRated } from './choices';
import { line, row, tick } from './fields';
import type { FormView } from './form';

/** The first move on which draws may be offered, unless another one is entered. */
const DEFAULT_LIMIT = 30;

export function moreOptions(view: FormView): VNode {
  const { choices, change } = view;
  const live = isLive(choices);
  const special = unusual(choices);
  return h(
    'details.more',
    {
      props: { open: choices.more },
      on: {
        toggle: (event: Event) => {
          const { open } = event.target as HTMLDetailsElement;
          if (open !== choices.more) change({ more: open });
        },
      },
    },
    [
      h('summary', null, [
        t('moreOptions'),
        special.length > 0 && !choices.more ? h('small', null, special.join(' · ')) : null,
      ]),
      choices.mode === 'link'
        ? line(t('onlyFor'), choices.opponent, opponent => change({ opponent }), {
            maxlength: 20,
            placeholder: t('onlyForAnybody'),
          })
        : null,
      live ? rated(view) : null,
      variant(view),
      position(view),
      odds(view),
      choices.mode === 'here' ? null : conductRow(view),
      drawOffers(view),
      drawOdds(view),
      hasDefaultTime(choices)
        ? line(t('defaultTime'), choices.defaultTime, defaultTime => change({ defaultTime }), { inputmode: 'decimal' })
        : null,
      tick(t('fiftyMoveRule'), choices.fiftyMoveRule, fiftyMoveRule => change({ fiftyMoveRule })),
      live ? tick(t('talkAllowed'), choices.chat, chat => change({ chat })) : null,
    ],
  );
}

function rated({ choices, change, guest }: FormView): VNode {
  const why = whyNotRated(choices, guest);
  return h('div', null, [
    row(
      'rated',
      t('counts'),
      [
        [false, t('casual')],
        [true, t('rated')],
      ],
      choices.rated && why === null,
      value => change({ rated: value }),
      value => value && why !== null,
    ),
    why === 'account' ? h('p.hint', null, [t('ratedNeedsAccount'), ' ', link('', '/login', t('login'))]) : null,
    why === 'odds' ? h('p.hint', null, t('ratedNotAtOdds')) : null,
    why === 'position' ? h('p.hint', null, t('ratedNotFromPosition')) : null,
  ]);
}

const variant = ({ choices, change }: FormView): VNode =>
  row<VariantName>(
    'variant',
    t('variant'),
    [
      ['standard', t('standard')],
      ['chess960', t('chess960')],
    ],
    choices.variant,
    value => change({ variant: value }),
  );

function position({ choices, change }: FormView): VNode {
  const problems = whyUnplayable(choices);
  return h('div', null, [
    line(t('fromPosition'), choices.fen, fen => change({ fen }), { 'aria-invalid': String(problems.length > 0) }),
    problems.length > 0
      ? h(
          'ul.problem',
          { attrs: { role: 'alert' } },
          problems.map(problem => h('li', null, problem)),
        )
      : null,
  ]);
}

/** Every reason why the position cannot be played, as in the board editor. */
function whyUnplayable({ fen, variant }: Choices): string[] {
  const text = fen.trim();
  if (text === '') return [];
  const found = inspect(text, variant);
  if (found.is === 'playable') return [];
  if (found.is === 'unreadable') return [t('fenBad'), unreadableText(found)];
  return found.reasons.map(reason => setupProblemText(reason, text.split(' ')[1] === 'b' ? 'black' : 'white'));
}

/** Time odds: a stronger player may have less time. */
const odds = ({ choices, change }: FormView): VNode =>
  h('div.two', null, [
    line(t('timeOfWhite'), choices.timeWhite, timeWhite => change({ timeWhite }), { placeholder: t('timeTheSame') }),
    line(t('timeOfBlack'), choices.timeBlack, timeBlack => change({ timeBlack }), { placeholder: t('timeTheSame') }),
  ]);

export const conductRow = ({ choices, change }: FormView): VNode =>
  h('div', null, [
    row(
      'conduct',
      t('conduct'),
      [
        [false, t('conductCasual')],
        [true, t('conductTournament')],
      ],
      choices.tournament,
      tournament => change({ tournament }),
    ),
    choices.tournament ? h('p.hint', null, t('conductTournamentHint')) : null,
  ]);

/** Armageddon: a draw wins for one side. */
const drawOdds = ({ choices, change }: FormView): VNode =>
  row<'none' | 'white' | 'black'>(
    'draw-odds',
    t('drawOdds'),
    [
      ['none', t('drawOddsNone')],
      ['white', t('white')],
      ['black', t('black')],
    ],
    choices.drawOdds ?? 'none',
    side => change({ drawOdds: side === 'none' ? null : side }),
  );

function drawOffers({ choices, change }: FormView): VNode {
  const { drawOffersFrom } = choices;
  const from = typeof drawOffersFrom === 'number';
  return h('div', null, [
    row<'always' | 'from' | 'never'>(
      'offers',
      t('drawOffers'),
      [
        ['always', t('offersAlways')],
        ['from', t('offersFrom')],
        ['never', t('offersNever')],
      ],
      drawOffersFrom === null ? 'always' : from ? 'from' : 'never',
      wish => change({ drawOffersFrom: wish === 'always' ? null : wish === 'never' ? 'never' : DEFAULT_LIMIT }),
    ),
    from
      ? line(
          t('drawOffersFrom'),
          drawOffersFrom,
          text => {
            const number = Number(text);
            if (Number.isInteger(number) && number > 0 && number <= 999) change({ drawOffersFrom: number });
          },
          { type: 'number', min: 1, max: 999, inputmode: 'numeric' },
        )
      : null,
  ]);
}
