/** Notices on every page: the game in progress, and challenges. */
import { agreementOf, agreementText } from '../game/agreement';
import { t } from '../i18n';
import { guestName } from '../live/words';
import { button, h, type VNode } from '../ui/dom';
import type { Presence } from './presence';

/** The link back to the game in progress, with whose turn it is and the running clock. */
export function gameBar(presence: Presence): VNode | null {
  const game = presence.running();
  if (!game) return null;
  const words = t(game.yours ? 'barYourMove' : 'barTheirMove', { name: game.name });
  return h('a.game-bar', { class: { yours: game.yours }, attrs: { href: `/game/${game.id}` } }, [
    h('span', null, words),
    game.clock === null ? null : h('b', { attrs: { role: 'timer', 'aria-live': 'off' } }, game.clock),
    h('span.game-bar-go', null, t('backToGame')),
  ]);
}

export function notices(presence: Presence): VNode {
  return h(
    'div.notices',
    { key: 'notices' },
    presence.waiting().map(({ id, from, game }) => {
      const words = t('challengeFrom', { name: guestName(from ?? t('guest')) });
      return h('div.notice', { key: id, attrs: { role: 'group', 'aria-label': words } }, [
        h('p', null, [h('b', null, words), h('small', null, agreementText(agreementOf(game), true))]),
        h('div.notice-buttons', null, [
          button('.primary', { onClick: () => void presence.accept(id) }, t('accept')),
          button('', { onClick: () => void presence.decline(id) }, t('decline')),
        ]),
      ]);
    }),
  );
}
