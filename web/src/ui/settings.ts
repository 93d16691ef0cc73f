/** What a person has chosen for this browser. */
import type { Language } from './languages';
import { recall, remember } from './store';

export interface Settings {
  language: Language | 'auto';
  theme: 'light' | 'dark' | 'system';
  board: string;
  pieces: string;
  letters: 'english' | 'portuguese' | 'figurine';
  coordinates: 'inside' | 'outside' | 'off';
  sound: boolean;
  volume: number;
  /** Law C05: in casual play check is announced unless one does not want it. */
  announceCheck: boolean;
  confirmMoves: boolean;
  autoQueen: boolean;
  /** On one screen: the board turns to the player to move. */
  boardTurns: boolean;
  /** Notices of the system while the page is out of sight. */
  notifications: boolean;
  /** The computer takes as long for a move as a person would. */
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

/** Everything as it was before anybody chose. */
export const resetSettings = (): void => change(defaults);

export function onChange(listener: (settings: Settings) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
