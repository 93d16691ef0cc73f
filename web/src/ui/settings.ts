/** The user's settings for this browser. */
import type { LettersName } from '../wire';
import type { Language } from './languages';
import { recall, remember } from './store';

export interface Settings {
  language: Language | 'auto';
  theme: 'light' | 'dark' | 'system';
  board: string;
  pieces: string;
  letters: LettersName;
  coordinates: 'inside' | 'outside' | 'off';
  sound: boolean;
  volume: number;
  /** Law C05: in casual play check is announced unless the user turns this off. */
  announceCheck: boolean;
  confirmMoves: boolean;
  autoQueen: boolean;
  /** On one screen the board turns to the player to move. */
  boardTurns: boolean;
  /** System notifications while the page is hidden. */
  notifications: boolean;
  /** The computer takes about as long for a move as a person would. */
  humanPace: boolean;
}

const defaults: Settings = {
  language: 'auto',
  theme: 'system',
  board: 'brown',
  pieces: 'cburnett',
  letters: 'figurine',
  coordinates: 'inside',
  sound: true,
  volume: 0.7,
  announceCheck: true,
  confirmMoves: false,
  autoQueen: false,
  boardTurns: false,
  notifications: false,
  humanPace: true,
};

let current: Settings = { ...defaults, ...recall<Partial<Settings>>('settings') };
const listeners = new Set<(settings: Settings) => void>();

export const settings = (): Readonly<Settings> => current;

export function change(changes: Partial<Settings>): void {
  current = { ...current, ...changes };
  remember('settings', current);
  for (const listener of listeners) listener(current);
}

export const resetSettings = (): void => change(defaults);

export function onChange(listener: (settings: Settings) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
