/** Games on this device: against the computer, or two people at one screen. */

import { opposite } from '../game/model';
import { GameScreen } from '../game/screen';
import { go, type Screen, type Visit } from '../ui/router';
import type { Start } from '../wire';
import { ComputerTable } from './computer';
import { forgetGame, loadGame, type SavedGame, savedGames, saveGame } from './save';
import { LocalTable, newGame } from './table';

export const addressOf = (game: SavedGame): string => `/${game.kind === 'computer' ? 'computer' : 'board'}/${game.id}`;

/** What a browser keeps is bounded: the oldest games make room. */
const MOST_SAVED = 200;

/** Begins a game and goes to it. */
export function begin(game: SavedGame): void {
  for (const old of savedGames().slice(MOST_SAVED)) forgetGame(old.id);
  saveGame(game);
  go(addressOf(game));
}

/** The same again, with colours swapped against the computer. */
function again(game: SavedGame): void {
  const { kind, you, level, lines } = game;
  const { do: _, ...start } = lines[0] as Start & { do: string };
  const next = newGame({
    kind,
    you: you === 'both' ? 'both' : opposite(you),
    start,
    ...(level === undefined ? {} : { level }),
  });
  begin(next);
}

/** The screen of a saved game; none if this browser does not know it. */
export function openLocal({ params, redraw }: Visit): Screen | undefined {
  const saved = loadGame(params['id'] ?? '');
  if (!saved) return undefined;
  const table = saved.kind === 'computer' ? new ComputerTable(saved) : new LocalTable(saved);
  return new GameScreen({ table, redraw, again: () => again(saved) });
}
