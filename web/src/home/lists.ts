/** Lists of the start page: games to resume, challenges, open games. */
import { agreementOf, agreementText } from '../game/agreement';
import { timeText } from '../game/time';
import { computerName } from '../game/words';
import { t } from '../i18n';
import { guestName } from '../live/words';
import { addressOf } from '../local/begin';
import { forgetGame, type SavedGame } from '../local/save';
import { button, h, link, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import type { ChallengeJson, GameSummary, Seek } from '../wire';

export function resumeList(saved: SavedGame[], playing: GameSummary[], redraw: () => void): VNode | null {
  if (saved.length === 0 && playing.length === 0) return null;
  return h('section.panel.resume', { attrs: { 'aria-label': t('resume') } }, [
    h('h2', null, t('resume')),
    h('ul.rows', null, [
      playing.map(game =>
        h('li', { key: game.id }, [
          link(
            '.row-link',
            `/game/${game.id}`,
            icon('people'),
            h('span', null, [
              h('b', null, guestName(game.opponent.name)),
              h('small', null, timeText(game.time ?? '-')),
            ]),
            game.your_turn ? h('em', null, t('yourTurn')) : null,
          ),
        ]),
      ),
      saved.map(game =>
        h('li', { key: game.id }, [
          link(
            '.row-link',
            addressOf(game),
            icon(game.kind === 'computer' ? 'computer' : 'people'),
            h('span', null, [
              h('b', null, game.kind === 'computer' ? computerName(game.level ?? 1, game.rating) : t('playHere')),
              h('small', null, `${t('moves')}: ${Math.ceil(game.plies / 2)}`),
            ]),
          ),
          button(
            '.quiet',
            {
              onClick: () => {
                forgetGame(game.id);
                redraw();
              },
              label: t('close'),
            },
            icon('close'),
          ),
        ]),
      ),
    ]),
  ]);
}

/** Challenges to the user by name. */
export function askedList(
  challenges: ChallengeJson[],
  accept: (id: string) => void,
  decline: (id: string) => void,
): VNode | null {
  if (challenges.length === 0) return null;
  return h('section.panel.asked', { attrs: { 'aria-label': t('challenges') } }, [
    h('h2', null, t('challenges')),
    h(
      'ul.rows',
      null,
      challenges.map(({ id, from, game }) =>
        h('li', { key: id }, [
          h(
            'span.row-link',
            null,
            h('span', null, [
              h('b', null, guestName(from ?? t('guest'))),
              h('small', null, agreementText(agreementOf(game), true)),
            ]),
          ),
          button('.primary', { onClick: () => accept(id) }, t('accept')),
          button('', { onClick: () => decline(id) }, t('decline')),
        ]),
      ),
    ),
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
                { onClick: () => join(seek.id) },
                h('span', null, [
                  h('b', null, guestName(seek.name) + (seek.rating ? ` (${seek.rating})` : '')),
                  h('small', null, agreementText(agreementOf(seek.game), true)),
                ]),
                h('em', null, t('join')),
              ),
            ]),
          ),
        ),
  ]);
}
