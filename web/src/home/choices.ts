/** What is chosen for a new game. It is remembered for the next one. */
import { inspect, timeControl } from '../core';
import type { Color } from '../game/model';
import type { Start } from '../local/table';
import { recall, remember } from '../ui/store';

export type Mode = 'computer' | 'here' | 'link' | 'lobby';

export interface Choices {
  mode: Mode;
  level: number;
  color: Color | 'random';
  /** As people write it. */
  time: string;
  /** Whether the time is typed and not picked. */
  otherTime: boolean;
  chess960: boolean;
  tournament: boolean;
  drawOffersFrom: number | null;
  fen: string;
  more: boolean;
}

/** Picked with one click, from quick to slow. */
export const usualTimes = ['1+0', '3+2', '5+0', '10+5', '15+10', '30+20'] as const;

const defaults: Choices = {
  mode: 'computer',
  level: 3,
  color: 'random',
  time: 'none',
  otherTime: false,
  chess960: false,
  tournament: false,
  drawOffersFrom: null,
  fen: '',
  more: false,
};

export const firstChoices = (): Choices => ({ ...defaults, ...recall<Partial<Choices>>('choices'), fen: '', more: false });
export const keepChoices = (choices: Choices): void => remember('choices', choices);

/** What is wrong with them; nothing if a game can begin. */
export function problem(choices: Choices): 'time' | 'fen' | null {
  if (timeControl(choices.time).is !== 'fine') return 'time';
  if (choices.fen.trim() !== '' && inspect(choices.fen.trim(), choices.chess960).is !== 'playable') return 'fen';
  return null;
}

/** The beginning of a game, in the words of the arbiter. A Chess960 start is drawn by lot. */
export function startOf(choices: Choices, chess960Fen: (number: number) => string): Start {
  const control = timeControl(choices.time);
  const start: Start = { time: control.is === 'fine' ? control.pgn : '-', clock_starts: 'after_first_move' };
  if (choices.chess960) {
    start.variant = 'chess960';
    start.fen = chess960Fen(Math.floor(Math.random() * 960));
  }
  const fen = choices.fen.trim();
  if (fen !== '') start.fen = fen;
  if (choices.tournament && choices.mode === 'here') {
    start.conduct = 'tournament';
    start.clock_starts = 'at_once';
  }
  if (choices.drawOffersFrom !== null) start.draw_offers_from_move = choices.drawOffersFrom;
  return start;
}

export const colorOf = (choice: Choices['color'], lot: () => number = Math.random): Color =>
  choice === 'random' ? (lot() < 0.5 ? 'white' : 'black') : choice;
