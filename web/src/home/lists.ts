/** What can be gone on with: own games, games that others have opened. */
import { timeText } from '../game/words';
import { t } from '../i18n';
import { addressOf } from '../local/screen';
import { forgetGame, type SavedGame } from '../local/save';
import type { GameSummary, Seek } from '../live/api';
import { button, h, link, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';

export function resumeList(saved: SavedGame[], playing: GameSummary[], redraw: () => void): VNode | null {
  if (saved.length === 0 && playing.length === 0) return null;
  return h('section.panel.resume', { attrs: { 'aria-label': t('resume') } }, [
    h('h2', null, t('resume')),
    h('ul.rows', null, [
      playing.map(game =>
        h('li', { key: game.id }, [
          link('.row-link', `/game/${game.id}`, icon('people'), h('span', null, [h('b', null, game.opponent), h('small', null, timeText(game.time === '' ? '-' : game.time))]), game.yourTurn ? h('em', null, t('yourTurn')) : null),
        ]),
      ),
      saved.map(game =>
        h('li', { key: game.id }, [
          link(
            '.row-link',
            addressOf(game),
            icon(game.kind === 'computer' ? 'computer' : 'people'),
            h('span', null, [
              h('b', null, game.kind === 'computer' ? t('computerLevel', { level: game.level ?? 1 }) : t('playHere')),
              h('small', null, `${t('moves')}: ${Math.ceil(game.plies / 2)}`),
            ]),
          ),
          button('.quiet', { does: () => (forgetGame(game.id), redraw()), label: t('close') }, icon('close')),
        ]),
      ),
    ]),
  ]);
}

export function openGames(seeks: Seek[], join: (id: string) => void): VNode {
  return h('section.panel.lobby', { attrs: { 'aria-label': t('openGames') } }, [
    h('h2', null, t('openGames')),
    seeks.length === 0
      ? h('p.hint', null, t('noOpenGames'))
      : h(
          'ul.rows',
          null,
          seeks.map(seek =>
            h('li', { key: seek.id }, [
              button(
                '.row-link',
                { does: () => join(seek.id) },
                h('span', null, [
                  h('b', null, seek.name + (seek.rating ? ` (${seek.rating})` : '')),
                  h('small', null, [timeText(seek.time), seek.rated ? t('rated') : t('casual')].join(' · ')),
                ]),
                h('em', null, t('join')),
              ),
            ]),
          ),
        ),
  ]);
}
