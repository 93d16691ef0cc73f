/** The time control: presets with one click, any other by steppers or as text. */
import { timeControl } from '../core';
import { controlSentence } from '../game/time';
import { type Key, t } from '../i18n';
import { button, h, type VNode } from '../ui/dom';
import type { Control } from '../wire';
import { type Choices, type TimeKind, usualTimes } from './choices';
import { row } from './fields';
import { type AllowedChoices, appliesTo } from './offered';

export interface TimePickerView {
  choices: Choices;
  offered: AllowedChoices;
  change: (changes: Partial<Choices>) => void;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

const minuteSteps = [
  0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 25, 30, 35, 40, 45,
  50, 60, 75, 90, 105, 120, 135, 150, 165, 180,
];
const secondSteps = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 25, 30, 35, 40, 45, 60, 90, 120, 150, 180,
];
const moveSteps = [10, 15, 20, 25, 30, 35, 36, 40, 45, 50, 60];
const daySteps = [1, 2, 3, 5, 7, 10, 14];

const kinds: readonly (readonly [TimeKind, Key])[] = [
  ['increment', 'timeKindIncrement'],
  ['delay', 'timeKindDelay'],
  ['stages', 'timeKindStages'],
  ['days', 'timeKindDays'],
  ['hourglass', 'timeKindHourglass'],
];

export function timePicker(view: TimePickerView): VNode {
  const { choices, change, offered } = view;
  const named = (time: string): readonly [string, string] => [time, time.replace('+', ' + ')];
  const isLimited = offered.times.length > 0 && appliesTo(choices);
  const options = isLimited
    ? offered.times.map(named)
    : [['none', t('timeNone')] as const, ...usualTimes.map(named), ['other', t('timeOther')] as const];
  const control = timeControl(choices.time);
  return h('div.time-picker', null, [
    row<string>('time', t('time'), options, choices.otherTime ? 'other' : choices.time, time =>
      change(time === 'other' ? otherTime(choices) : { otherTime: false, time }),
    ),
    choices.otherTime ? made(view) : null,
    h('p.time-sentence', { attrs: { id: 'time-sentence', role: 'status' } }, [
      control.is === 'valid' ? controlSentence(control) : t('timeBad'),
      control.is === 'valid' && control.class ? h('b', null, ` ${t(control.class)}`) : null,
    ]),
  ]);
}

/** Opens the steppers with the current time control or, if there was no clock, with the default. */
const otherTime = ({ time }: Choices): Partial<Choices> =>
  time === 'none' ? { otherTime: true, timeKind: 'increment', time: written('increment', usual) } : { otherTime: true };

function made({ choices, change }: TimePickerView): VNode {
  const { timeKind } = choices;
  const setKind = (kind: TimeKind): void => change({ timeKind: kind, time: written(kind, numbersOf(choices)) });
  const set = (numbers: Partial<Numbers>): void =>
    change({ time: written(timeKind, { ...numbersOf(choices), ...numbers }) });
  return h('div.time-made', null, [
    row<TimeKind>(
      'time-kind',
      t('timeKind'),
      kinds.map(([kind, name]) => [kind, t(name)] as const),
      timeKind,
      setKind,
    ),
    ...steppers(timeKind, numbersOf(choices), set),
    timeKind === 'days' ? correspondence(choices.time, time => change({ time })) : null,
    h('label.field', null, [
      h('span', null, t('timeField')),
      h('input', {
        props: { value: choices.time === 'none' ? '' : choices.time },
        attrs: { autocomplete: 'off', spellcheck: 'false', 'aria-describedby': 'time-hint time-sentence' },
        on: {
          input: (event: InputEvent) => {
            const time = (event.target as HTMLInputElement).value;
            change({ time, timeKind: kindOf(time) ?? timeKind });
          },
        },
      }),
      h('small#time-hint', null, t('timeHint')),
    ]),
  ]);
}

/** The values of the steppers: what the text says, as far as they can show it. */
interface Numbers {
  minutes: number;
  seconds: number;
  moves: number;
  laterMinutes: number;
  days: number;
}

const usual: Numbers = { minutes: 10, seconds: 5, moves: 40, laterMinutes: 30, days: 3 };

function valid(text: string): Control | null {
  const control = timeControl(text);
  return control.is === 'valid' ? control : null;
}

function kindOf(text: string): TimeKind | null {
  const control = valid(text);
  if (!control) return null;
  const [first] = control.stages;
  if (control.hourglass) return 'hourglass';
  if (!first) return null;
  if (first.moves !== null && control.stages.length === 1 && first.time > 0 && first.time % DAY === 0) return 'days';
  if (control.stages.length > 1) return 'stages';
  return first.bonus === 'delay' ? 'delay' : 'increment';
}

function numbersOf({ time }: Choices): Numbers {
  const control = valid(time);
  const first = control?.stages[0];
  if (!control || kindOf(time) === null) return usual;
  if (control.hourglass) return { ...usual, minutes: (control.initial ?? 0) / MINUTE };
  if (!first) return usual;
  if (kindOf(time) === 'days') return { ...usual, days: first.time / DAY / (first.moves ?? 1) };
  return {
    ...usual,
    minutes: first.time / MINUTE,
    seconds: first.bonus_time / 1000,
    moves: first.moves ?? usual.moves,
    laterMinutes: (control.stages[1]?.time ?? usual.laterMinutes * MINUTE) / MINUTE,
  };
}

/** The time control as text, from which it is parsed again. */
function written(kind: TimeKind, { minutes, seconds, moves, laterMinutes, days }: Numbers): string {
  switch (kind) {
    case 'increment':
      // Without initial time, each move must still get some.
      return `${minutes}+${minutes === 0 ? Math.max(1, seconds) : seconds}`;
    case 'delay':
      return `${minutes * 60}d${minutes === 0 ? Math.max(1, seconds) : seconds}`;
    case 'stages': {
      const each = seconds === 0 ? '' : `+${seconds}s`;
      return `${moves}/${Math.max(0.25, minutes)}m${each}:${Math.max(0.25, laterMinutes)}m${each}`;
    }
    case 'days':
      return days === 1 ? t('timeOneDay') : t('timeDays', { days });
    case 'hourglass':
      return `*${Math.max(0.25, minutes) * 60}`;
  }
}

function steppers(kind: TimeKind, numbers: Numbers, set: (numbers: Partial<Numbers>) => void): VNode[] {
  const minutes = stepper(t('minutesEach'), minuteSteps, numbers.minutes, value => set({ minutes: value }));
  const seconds = (key: Key): VNode => stepper(t(key), secondSteps, numbers.seconds, value => set({ seconds: value }));
  switch (kind) {
    case 'increment':
      return [minutes, seconds('secondsPerMove')];
    case 'delay':
      return [minutes, seconds('secondsDelay')];
    case 'hourglass':
      return [minutes];
    case 'days':
      return [stepper(t('daysPerMove'), daySteps, numbers.days, value => set({ days: value }))];
    case 'stages':
      return [
        stepper(t('movesFirst'), moveSteps, numbers.moves, value => set({ moves: value })),
        stepper(t('minutesFirst'), minuteSteps, numbers.minutes, value => set({ minutes: value })),
        stepper(t('minutesThen'), minuteSteps, numbers.laterMinutes, value => set({ laterMinutes: value })),
        seconds('secondsPerMove'),
      ];
  }
}

/** Presets for correspondence games. */
const correspondenceTimes = ['1 day a move', '3 days a move', '7 days a move', '10 moves in 50 days'] as const;

function correspondence(current: string, pick: (time: string) => void): VNode {
  const meaning = (text: string): string | undefined => valid(text)?.pgn;
  const said = (text: string): string => {
    const control = valid(text);
    return control ? controlSentence(control) : text;
  };
  return row<string>(
    'days',
    t('correspondence'),
    correspondenceTimes.map(time => [time, said(time)] as const),
    correspondenceTimes.find(time => meaning(time) === meaning(current)) ?? '',
    pick,
  );
}

/** Picks one of some numbers, with buttons for less and more and a slider. */
function stepper(label: string, steps: readonly number[], value: number, set: (value: number) => void): VNode {
  // A number between two steps is shown at the lower one.
  const at = Math.max(
    0,
    steps.findLastIndex(step => step <= value),
  );
  const to = (index: number): void => set(steps[Math.max(0, Math.min(steps.length - 1, index))] ?? value);
  return h('div.stepper', { key: label }, [
    h('span.stepper-label', null, [label, ' ', h('b', null, String(Math.round(value * 100) / 100))]),
    button('.small', { onClick: () => to(at - 1), label: t('less', { what: label }), disabled: at === 0 }, '−'),
    h('input', {
      props: { type: 'range', min: '0', max: String(steps.length - 1), step: '1', value: String(at) },
      attrs: { 'aria-label': label, 'aria-valuetext': String(value) },
      on: { input: (event: Event) => to(Number((event.target as HTMLInputElement).value)) },
    }),
    button(
      '.small',
      { onClick: () => to(at + 1), label: t('more', { what: label }), disabled: at === steps.length - 1 },
      '+',
    ),
  ]);
}
