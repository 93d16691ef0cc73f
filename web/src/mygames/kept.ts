/** A list of games on the server: who played, when, and how it ended. */
import { timeText } from '../game/time';
import { reasonText, scoreText } from '../game/words';
import { locale, t } from '../i18n';
import { guestName } from '../live/words';
import { h, link, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import type { FoundGame } from '../wire';

export const day = (time: number): string => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(time);

export const keptGames = (games: FoundGame[]): VNode =>
  h(
    'ul.rows.kept-games',
    null,
    games.map(game => h('li', { key: game.id }, [row(game)])),
  );

function row(game: FoundGame): VNode {
  return h('div.kept-game', null, [
    link(
      '.row-link',
      `/game/${game.id}`,
      h('span', null, [
        h('b', null, `${guestName(game.white.name)} – ${guestName(game.black.name)}`),
        h(
          'small',
          null,
          [
            day(game.ended),
            timeText(game.time),
            t('movesMade', { count: Math.ceil(game.plies / 2) }),
            game.reason === null ? null : reasonText(game.reason),
          ]
            .filter(text => text !== null)
            .join(' · '),
        ),
      ]),
      h('em', null, scoreText(game.result)),
    ),
    h(
      'a.button.small',
      { attrs: { href: `/game/export/${game.id}`, download: `${game.id}.pgn`, 'aria-label': t('downloadPgn') } },
      [icon('download')],
    ),
  ]);
}
