/** The form for a new game, with the common choices. The others are in `options.ts`. */
import { type Key, t } from '../i18n';
import { button, h, type VNode } from '../ui/dom';
import { type IconName, icon } from '../ui/icons';
import { radioGroup } from '../ui/radio';
import { change as changeSettings, settings } from '../ui/settings';
import { type Choices, type Mode, problem } from './choices';
import { row, tick } from './fields';
import type { AllowedChoices } from './offered';
import { conductRow, moreOptions } from './options';
import { strengthRow } from './strength-row';
import { timePicker } from './time-picker';

export interface FormView {
  choices: Choices;
  offered: AllowedChoices;
  online: boolean;
  /** Whether the user has no account. */
  guest: boolean;
  change: (changes: Partial<Choices>) => void;
  start: () => void;
  busy: boolean;
}

export function newGameForm(view: FormView): VNode {
  const { choices, start, online, busy } = view;
  const { mode } = choices;
  const wrong = problem(choices);
  const name = mode === 'link' ? choices.opponent.trim() : '';
  return h('section.panel.new-game', { attrs: { 'aria-label': t('newGame') } }, [
    h('h1', null, name === '' ? t('playNow') : t('challengePlayer', { name })),
    modes(view),
    mode === 'computer' ? strengthRow(choices, view.offered.levels, view.change) : null,
    mode === 'here' ? null : colours(view),
    timePicker(view),
    mode === 'here' ? conduct(view) : null,
    moreOptions(view),
    button('.primary.start', { onClick: start, disabled: wrong !== null || busy }, busy ? t('loading') : t('start')),
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
  return h('div', null, [
    radioGroup<Mode>({
      selector: '.modes',
      choice: '.mode',
      label: t('playWhom'),
      options: offered.map(([mode, picture, name]) => ({
        value: mode,
        content: [icon(picture), h('b', null, t(name))],
      })),
      current: choices.mode,
      pick: mode => change({ mode }),
    }),
    current ? h('p.hint.mode-hint', null, t(current[3])) : null,
  ]);
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

/** On one screen the rules of play are a main choice, because people may want them as at a real board. */
const conduct = (view: FormView): VNode =>
  h('div', null, [
    conductRow(view),
    tick(t('boardTurns'), settings().boardTurns, boardTurns => changeSettings({ boardTurns })),
  ]);
