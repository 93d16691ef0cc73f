/** Cards to print and hand out: a name, and a QR code that logs in. */
import { locale, t } from '../i18n';
import { codeText } from '../live/words';
import { button, h, type VNode } from '../ui/dom';
import { qrPicture } from '../ui/qr-picture';
import type { Card } from '../wire';

export function cardSheet(cards: Card[], serverName: string, done: () => void): VNode {
  const made = cards.filter(card => card.link !== null);
  const failed = cards.filter(card => card.error !== null);
  return h('section.card-page', null, [
    h('div.no-print', null, [
      h('h2', null, t('cardsMade', { count: made.length })),
      h('p.hint', null, t('cardsHint')),
      failed.length > 0
        ? h(
            'ul.problem',
            { attrs: { role: 'alert' } },
            failed.map(card => h('li', null, `${card.line}: ${codeText(card.code ?? '', card.error ?? '')}`)),
          )
        : null,
      h('div.prompt-buttons', null, [
        button('.primary', { onClick: () => window.print() }, t('printCards')),
        button('', { onClick: done }, t('close')),
      ]),
    ]),
    h(
      'div.login-cards',
      null,
      made.map(card => loginCard(card, serverName)),
    ),
  ]);
}

function loginCard(card: Card, serverName: string): VNode {
  const link = card.link ?? '';
  return h('article.login-card', { key: link }, [
    qrPicture(link, t('qrLabel', { name: card.name ?? '' })),
    h('div', null, [
      serverName ? h('small', null, serverName) : null,
      card.real_name ? h('b.card-person', null, card.real_name) : null,
      h('p', null, [t('name'), ': ', h('b', null, card.name ?? '')]),
      h('p', null, new URL(link).host),
      card.expires === null
        ? null
        : h('small', null, t('linkUntil', { day: new Date(card.expires).toLocaleDateString(locale()) })),
    ]),
  ]);
}
