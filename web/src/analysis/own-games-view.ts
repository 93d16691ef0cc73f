/** The moves played from the current position in the user's own games, as buttons. */
import { t } from '../i18n';
import { button, h, type VNode } from '../ui/dom';
import { settings } from '../ui/settings';
import { remembered } from '../ui/store';
import { inLetters } from './letters';
import type { BookMove, OwnGames } from './own-games';

/** Reads the user's games. The code for it is fetched only if there are any. */
export function loadOwnGames(done: (games: OwnGames) => void): () => void {
  if (remembered('game.').length === 0) return () => undefined;
  let closed = false;
  let stop = (): void => undefined;
  void import('./own-games').then(({ readOwnGames }) => {
    if (!closed) stop = readOwnGames(done);
  });
  return () => {
    closed = true;
    stop();
  };
}

export function ownGamesView(moves: readonly BookMove[], play: (uci: string) => void): VNode | null {
  if (moves.length === 0) return null;
  return h('details.own-games', null, [
    h('summary', null, t('ownGames', { count: moves.reduce((sum, { games }) => sum + games, 0) })),
    h(
      'ul',
      null,
      moves.map(({ uci, san, games, points }) =>
        h('li', { key: uci }, [
          button('.small.move', { onClick: () => play(uci) }, inLetters(san, settings().letters)),
          h('span', null, t('ownGamesMove', { count: games, percent: Math.round((100 * points) / games) })),
        ]),
      ),
    ),
  ]);
}
