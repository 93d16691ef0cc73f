/** What is chosen for a new game. It is remembered for the next one. */
import { inspect, timeControl } from '../core';
import { agreementOf, specialTerms, type Terms } from '../game/agreement';
import type { Color } from '../game/model';
import { recall, remember } from '../ui/store';
import type { ColorChoice, OffersFrom, Start, VariantName } from '../wire';

export type Mode = 'computer' | 'here' | 'link' | 'lobby';

/** Kinds of time controls: `increment` is Fischer's, `delay` the simple one. */
export type TimeKind = 'increment' | 'delay' | 'stages' | 'days' | 'hourglass';

export interface Choices {
  mode: Mode;
  level: number;
  /** The rating of the computer, where it is chosen between the levels. */
  rating: number | null;
  color: ColorChoice;
  /** As people write it. */
  time: string;
  /** Whether the time is made up and not one of the usual ones. */
  otherTime: boolean;
  /** Which kind of time is made up. */
  timeKind: TimeKind;
  /** Odds: the time of one side, where it has one of its own. */
  timeWhite: string;
  timeBlack: string;
  variant: VariantName;
  tournament: boolean;
  drawOffersFrom: OffersFrom | null;
  fiftyMoveRule: boolean;
  /** Armageddon: a draw wins for this side. */
  drawOdds: Color | null;
  /** Under tournament conduct: minutes after which an absent player loses; empty for none. */
  defaultTime: string;
  rated: boolean;
  chat: boolean;
  /** By name: whom a challenge is for; empty for whoever follows the link. */
  opponent: string;
  fen: string;
  more: boolean;
}

/** Picked with one click, from quick to slow. */
export const usualTimes = ['1+0', '3+2', '5+0', '10+5', '15+10', '30+20'] as const;

export const defaults: Choices = {
  mode: 'computer',
  level: 3,
  rating: null,
  color: 'random',
  time: 'none',
  otherTime: false,
  timeKind: 'increment',
  timeWhite: '',
  timeBlack: '',
  variant: 'standard',
  tournament: false,
  drawOffersFrom: null,
  fiftyMoveRule: true,
  drawOdds: null,
  defaultTime: '',
  rated: false,
  chat: true,
  opponent: '',
  fen: '',
  more: false,
};

/** What was chosen the last time; with the name of somebody, a challenge to them. */
export const firstChoices = (opponent = ''): Choices => ({
  ...defaults,
  ...recall<Partial<Choices>>('choices'),
  ...(opponent === '' ? {} : { mode: 'link' }),
  fen: '',
  opponent,
  more: opponent !== '',
});
export const keepChoices = (choices: Choices): void => remember('choices', choices);

/** Whether it is played against people over the network. */
export const isLive = ({ mode }: Choices): boolean => mode === 'link' || mode === 'lobby';

/** The times as the arbiter reads them; none if one of them is not understood. */
function times({ time, timeWhite, timeBlack }: Choices): Terms | null {
  const read = (text: string): string | null => {
    const control = timeControl(text);
    return control.is === 'valid' ? control.pgn : null;
  };
  const own = (text: string): string | null | undefined => (text.trim() === '' ? undefined : read(text));
  const [both, white, black] = [read(time), own(timeWhite), own(timeBlack)];
  if (both === null || white === null || black === null) return null;
  return {
    time: both,
    ...(white === undefined ? {} : { time_white: white }),
    ...(black === undefined ? {} : { time_black: black }),
  };
}

/** What is wrong with them; nothing if a game can begin. */
export function problem(choices: Choices): 'time' | 'fen' | null {
  if (times(choices) === null) return 'time';
  if (choices.fen.trim() !== '' && inspect(choices.fen.trim(), choices.variant).is !== 'playable') return 'fen';
  return null;
}

/** Why a game with these choices cannot count for ratings; nothing if it can. */
export function whyNotRated(choices: Choices, guest: boolean): 'account' | 'position' | 'odds' | null {
  if (guest) return 'account';
  if (choices.fen.trim() !== '') return 'position';
  const { time, time_white = time, time_black = time } = times(choices) ?? {};
  return time_white === time_black && choices.drawOdds === null ? null : 'odds';
}

/** Whether somebody can be late: the computer never is, and without a clock nobody is expected. */
export function hasDefaultTime({ tournament, mode, time }: Choices): boolean {
  if (!tournament || mode === 'computer') return false;
  const control = timeControl(time);
  return mode === 'here' || (control.is === 'valid' && control.class !== null && control.class !== 'correspondence');
}

/** The default time in milliseconds; none if there is none. */
function defaultTimeOf(choices: Choices): number | null {
  const text = choices.defaultTime.trim().replace(',', '.');
  const minutes = Number(text);
  if (!hasDefaultTime(choices) || text === '' || !Number.isFinite(minutes) || minutes < 0) return null;
  return Math.round(minutes * 60_000);
}

/** What is agreed, in the words of the arbiter. What only holds among people is left out elsewhere. */
export function termsOf(choices: Choices, guest: boolean): Terms {
  const { variant, tournament, drawOffersFrom, fiftyMoveRule, drawOdds, rated, chat } = choices;
  const defaultTime = defaultTimeOf(choices);
  const fen = choices.fen.trim();
  return {
    ...(times(choices) ?? { time: '-' }),
    ...(variant === 'standard' ? {} : { variant }),
    ...(fen === '' ? {} : { fen }),
    ...(tournament ? { conduct: 'tournament' } : {}),
    ...(drawOffersFrom === null ? {} : { draw_offers_from_move: drawOffersFrom }),
    ...(fiftyMoveRule ? {} : { fifty_move_rule: false }),
    ...(drawOdds === null ? {} : { draw_odds: drawOdds }),
    ...(defaultTime === null ? {} : { default_time: defaultTime }),
    ...(isLive(choices) ? { chat, rated: rated && whyNotRated(choices, guest) === null } : {}),
  };
}

/** What differs from a usual game, in words: what is chosen out of sight is never a surprise. */
export function unusual(choices: Choices): string[] {
  const agreement = agreementOf(termsOf(choices, true));
  return specialTerms(choices.mode === 'here' ? { ...agreement, conduct: 'online' } : agreement);
}

/** The beginning of a game on this device. A Chess960 start is drawn by lot. */
export function startOf(choices: Choices, chess960Fen: (number: number) => string): Start {
  const { rated: _rated, chat: _chat, ...terms } = termsOf(choices, true);
  const start: Start = {
    ...terms,
    clock_starts: choices.tournament ? 'at_once' : 'after_first_move',
  };
  if (choices.variant === 'chess960') start.fen ??= chess960Fen(Math.floor(Math.random() * 960));
  return start;
}

/** The colour to play; `draw` makes one of a random number. */
export const colorOf = (choice: Choices['color'], draw: (number: number) => Color): Color =>
  choice === 'random' ? draw(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) : choice;
