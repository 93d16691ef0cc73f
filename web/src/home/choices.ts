/** The choices for a new game. They are remembered for the next one. */
import { inspect, timeControl } from '../core';
import { agreementOf, specialTerms, type Terms } from '../game/agreement';
import type { Color } from '../game/model';
import { recall, remember } from '../ui/store';
import type { ColorChoice, OffersFrom, Start, VariantName } from '../wire';

export type Mode = 'computer' | 'here' | 'link' | 'lobby';

/** Kinds of time control: `increment` is Fischer's, `delay` is the simple delay. */
export type TimeKind = 'increment' | 'delay' | 'stages' | 'days' | 'hourglass';

export interface Choices {
  mode: Mode;
  level: number;
  /** The computer's rating, if it was set with the slider; null for a level. */
  rating: number | null;
  color: ColorChoice;
  /** The time control as people write it. */
  time: string;
  /** Whether the time control is custom and not one of the presets. */
  otherTime: boolean;
  /** The kind of the custom time control. */
  timeKind: TimeKind;
  /** Time odds: another time control for one side; empty if there is none. */
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
  /** The name of the challenged player; empty if anybody may follow the link. */
  opponent: string;
  fen: string;
  more: boolean;
}

/** The presets, from fast to slow. */
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

/** The choices of the last time; with a name, for a challenge to that player. */
export const firstChoices = (opponent = ''): Choices => ({
  ...defaults,
  ...recall<Partial<Choices>>('choices'),
  ...(opponent === '' ? {} : { mode: 'link' }),
  fen: '',
  opponent,
  more: opponent !== '',
});
export const keepChoices = (choices: Choices): void => remember('choices', choices);

/** Whether the game is played against a person on a server. */
export const isLive = ({ mode }: Choices): boolean => mode === 'link' || mode === 'lobby';

/** The time controls as the arbiter reads them; null if one of them is invalid. */
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

/** The first invalid choice; null if a game can begin. */
export function problem(choices: Choices): 'time' | 'fen' | null {
  if (times(choices) === null) return 'time';
  if (choices.fen.trim() !== '' && inspect(choices.fen.trim(), choices.variant).is !== 'playable') return 'fen';
  return null;
}

/** Why a game with these choices cannot be rated; null if it can. */
export function whyNotRated(choices: Choices, guest: boolean): 'account' | 'position' | 'odds' | null {
  if (guest) return 'account';
  if (choices.fen.trim() !== '') return 'position';
  const { time, time_white = time, time_black = time } = times(choices) ?? {};
  return time_white === time_black && choices.drawOdds === null ? null : 'odds';
}

/** Whether a default time makes sense: the computer is never late, and a game on a server needs a clock. */
export function hasDefaultTime({ tournament, mode, time }: Choices): boolean {
  if (!tournament || mode === 'computer') return false;
  const control = timeControl(time);
  return mode === 'here' || (control.is === 'valid' && control.class !== null && control.class !== 'correspondence');
}

/** The default time in milliseconds; null if there is none. */
function defaultTimeOf(choices: Choices): number | null {
  const text = choices.defaultTime.trim().replace(',', '.');
  const minutes = Number(text);
  if (!hasDefaultTime(choices) || text === '' || !Number.isFinite(minutes) || minutes < 0) return null;
  return Math.round(minutes * 60_000);
}

/** The terms of the game for the arbiter or the server. `chat` and `rated` exist only in games on a server. */
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

/** Everything that differs from a default game, so that no choice stays hidden behind *More options*. */
export function unusual(choices: Choices): string[] {
  const agreement = agreementOf(termsOf(choices, true));
  return specialTerms(choices.mode === 'here' ? { ...agreement, conduct: 'online' } : agreement);
}

/** The start of a game on this device. A Chess960 starting position is drawn at random. */
export function startOf(choices: Choices, chess960Fen: (number: number) => string): Start {
  const { rated: _rated, chat: _chat, ...terms } = termsOf(choices, true);
  const start: Start = {
    ...terms,
    clock_starts: choices.tournament ? 'at_once' : 'after_first_move',
  };
  if (choices.variant === 'chess960') start.fen ??= chess960Fen(Math.floor(Math.random() * 960));
  return start;
}

/** The colour to play; `draw` turns a random number into a colour. */
export const colorOf = (choice: Choices['color'], draw: (number: number) => Color): Color =>
  choice === 'random' ? draw(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) : choice;
