/** Games on this device: against the computer, or two people at one screen. */

import { opposite } from '../game/model';
import { GameScreen } from '../game/screen';
import { t } from '../i18n';
import { h, link } from '../ui/dom';
import type { Screen, Visit } from '../ui/router';
import { begin, newGame } from './begin';
import { ComputerTable } from './computer';
import { scoreAfter } from './match';
import { loadGame, type SavedGame, startOf } from './save';
import { LocalTable } from './table';

/** Starts a rematch; against the computer the colours are swapped. */
function again(game: SavedGame): void {
  const { kind, you, level, rating, result } = game;
  const next = newGame({
    kind,
    you: you === 'both' ? 'both' : opposite(you),
    start: startOf(game),
    ...(level === undefined ? {} : { level, rating: rating ?? null }),
  });
  const { white, black } = scoreAfter(game.before ?? { white: 0, black: 0 }, result ?? '*');
  // Points belong to the players, who have changed sides in a game against the computer.
  next.before = you === 'both' ? { white, black } : { white: black, black: white };
  begin(next);
}

/** Shown for a game that was saved in another browser. */
const elsewhere: Screen = {
  title: () => t('keptElsewhere'),
  view: () =>
    h('div.message', null, [
      h('h1', null, t('keptElsewhere')),
      h('p', null, t('keptElsewhereHint')),
      link('.button.primary', '/', t('newGame')),
    ]),
};

export function openLocal({ params, redraw }: Visit): Screen {
  const saved = loadGame(params['id'] ?? '');
  if (!saved) return elsewhere;
  const table = saved.kind === 'computer' ? new ComputerTable(saved) : new LocalTable(saved);
  return new GameScreen({ table, redraw, again: () => again(saved) });
}
