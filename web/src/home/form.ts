/** The panel for a new game. */
import { timeControl } from '../core';
import { t, type Key } from '../i18n';
import { change as changeSettings, settings } from '../settings/store';
import { button, h, type Children, type VNode } from '../ui/dom';
import { icon, type IconName } from '../ui/icons';
import { problem, usualTimes, type Choices, type Mode } from './choices';

export interface FormView {
  choices: Choices;
  online: boolean;
  change: (changes: Partial<Choices>) => void;
  start: () => void;
  busy: boolean;
}

export function newGameForm(view: FormView): VNode {
  const { choices, start, online, busy } = view;
  const { mode } = choices;
  const wrong = problem(choices);
  return h('section.panel.new-game', { attrs: { 'aria-label': t('newGame') } }, [
    h('h1', null, t('playNow')),
    modes(view),
    mode === 'computer' ? levels(view) : null,
    mode === 'here' ? null : colours(view),
    times(view),
    mode === 'here' ? conduct(view) : null,
    more(view),
    wrong === 'time' ? h('p.problem', { attrs: { role: 'alert' } }, t('timeBad')) : null,
    button('.primary.start', { does: start, disabled: wrong !== null || busy }, busy ? t('loading') : t('start')),
    online ? null : h('p.hint.offline', null, t('offlineHint')),
  ]);
}

function modes({ choices, change, online }: FormView): VNode {
  const all: [Mode, IconName, Key, Key][] = [
    ['computer', 'computer', 'playComputer', 'playComputerHint'],
    ['here', 'people', 'playHere', 'playHereHint'],
    ['link', 'link', 'playLink', 'playLinkHint'],
    ['lobby', 'clock', 'createOpenGame', 'createOpenGameHint'],
  ];
  const offered = all.filter(([mode]) => online || mode === 'computer' || mode === 'here');
  const current = offered.find(([mode]) => mode === choices.mode);
  return h('div.modes', { attrs: { role: 'group' } }, [
    offered.map(([mode, picture, name]) =>
      h(
        'button.mode',
        {
          key: mode,
          class: { current: choices.mode === mode },
          attrs: { type: 'button', 'aria-pressed': String(choices.mode === mode) },
          on: { click: () => change({ mode }) },
        },
        [icon(picture), h('b', null, t(name))],
      ),
    ),
    current ? h('p.hint', null, t(current[3])) : null,
  ]);
}

/** A row of choices of which one is taken. */
function row<T>(name: string, label: string, options: readonly (readonly [T, Children, string?])[], current: T, pick: (value: T) => void): VNode {
  return h(`fieldset.row.row-${name}`, null, [
    h('legend', null, label),
    h(
      'div.segments',
      null,
      options.map(([value, shown, title]) =>
        h(
          'button.segment',
          {
            class: { current: value === current },
            attrs: { type: 'button', 'aria-pressed': String(value === current), ...(title ? { title, 'aria-label': title } : {}) },
            on: { click: () => pick(value) },
          },
          shown,
        ),
      ),
    ),
  ]);
}

function levels({ choices, change }: FormView): VNode {
  const hints = t('levelHints').split('|');
  const label = `${t('level')}: ${hints[choices.level - 1] ?? ''}`;
  const options = [1, 2, 3, 4, 5, 6, 7, 8].map(level => [level, String(level), `${t('level')} ${level}: ${hints[level - 1] ?? ''}`] as const);
  return row('level', label, options, choices.level, level => change({ level }));
}

const colours = ({ choices, change }: FormView): VNode =>
  row<Choices['color']>(
    'colour',
    t('colour'),
    [
      ['white', [h('i.dot.white', null), t('white')]],
      ['random', [h('i.dot.both', null), t('random')]],
      ['black', [h('i.dot.black', null), t('black')]],
    ],
    choices.color,
    color => change({ color }),
  );

function times({ choices, change }: FormView): VNode {
  const options = [
    ['none', t('timeNone')] as const,
    ...usualTimes.map(time => [time, time.replace('+', ' + ')] as const),
    ['other', t('timeOther')] as const,
  ];
  const current = choices.otherTime ? 'other' : choices.time;
  const control = timeControl(choices.time);
  const named = control.is === 'fine' && control.class ? `${t('time')}: ${t(control.class as Key)}` : t('time');
  return h('div', null, [
    row<string>('time', named, options, current, time => change(time === 'other' ? { otherTime: true } : { otherTime: false, time })),
    choices.otherTime
      ? h('label.field', null, [
          h('span', null, t('timeField')),
          h('input', {
            props: { value: choices.time === 'none' ? '' : choices.time },
            attrs: { autocomplete: 'off', 'aria-describedby': 'time-hint' },
            on: { input: (event: InputEvent) => change({ time: (event.target as HTMLInputElement).value }) },
          }),
          h('small#time-hint', null, t('timeHint')),
        ])
      : null,
  ]);
}

const conduct = ({ choices, change }: FormView): VNode =>
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
    h('label.tick', null, [
      h('input', {
        props: { checked: settings().boardTurns },
        attrs: { type: 'checkbox' },
        on: { change: (event: Event) => changeSettings({ boardTurns: (event.target as HTMLInputElement).checked }) },
      }),
      t('boardTurns'),
    ]),
  ]);

function more({ choices, change }: FormView): VNode {
  return h(
    'details.more',
    {
      props: { open: choices.more },
      on: { toggle: (event: Event) => {
        const { open } = event.target as HTMLDetailsElement;
        if (open !== choices.more) change({ more: open });
      } },
    },
    [
      h('summary', null, t('moreOptions')),
      row(
        'variant',
        t('variant'),
        [
          [false, t('standard')],
          [true, t('chess960')],
        ],
        choices.chess960,
        chess960 => change({ chess960 }),
      ),
      h('label.field', null, [
        h('span', null, t('fromPosition')),
        h('input', {
          props: { value: choices.fen },
          attrs: { autocomplete: 'off', spellcheck: 'false', 'aria-invalid': String(problem(choices) === 'fen') },
          on: { input: (event: InputEvent) => change({ fen: (event.target as HTMLInputElement).value }) },
        }),
      ]),
      h('label.field', null, [
        h('span', null, t('drawOffersFrom')),
        h('input', {
          props: { value: choices.drawOffersFrom ?? '' },
          attrs: { type: 'number', min: 1, max: 300, inputmode: 'numeric' },
          on: {
            input: (event: InputEvent) => {
              const number = Number((event.target as HTMLInputElement).value);
              change({ drawOffersFrom: Number.isInteger(number) && number > 0 ? number : null });
            },
          },
        }),
      ]),
    ],
  );
}
