/** A challenge that waits: for its maker a link to send, for everybody else a game to join. */
import { timeText } from '../game/words';
import { t } from '../i18n';
import { button, h, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import type { Challenge } from './api';

export interface Invitation {
  challenge: Challenge;
  own: boolean;
  copied: boolean;
  problem: string | null;
}

export interface InvitationHands {
  accept: () => void;
  cancel: () => void;
  copied: () => void;
}

export function invitation({ challenge, own, copied, problem }: Invitation, hands: InvitationHands): VNode {
  const { from, game } = challenge;
  const terms = [
    timeText(game.time ?? '-'),
    game.variant === 'chess960' ? t('chess960') : t('standard'),
    game.rated ? t('rated') : t('casual'),
  ];
  return h('div.message.panel', null, [
    own ? ownLink(copied, hands) : [h('h1', null, t('challengeFrom', { name: from ?? t('guest') })), button('.primary.start', { does: hands.accept }, t('joinGame'))],
    h('p.hint', null, terms.join(' · ')),
    problem ? h('p.problem', { attrs: { role: 'alert' } }, problem) : null,
  ]);
}

function ownLink(copied: boolean, { cancel, copied: tell }: InvitationHands): VNode[] {
  const address = location.origin + location.pathname;
  const copy = (): void => {
    void navigator.clipboard?.writeText(address).then(tell, () => undefined);
  };
  return [
    h('h1', null, t('waitingForFriend')),
    h('p', null, t('sendThisLink')),
    h('div.copy', null, [
      h('input', { props: { value: address, readOnly: true }, attrs: { 'aria-label': t('copyLink') } }),
      button('.primary', { does: copy }, icon('copy'), copied ? t('copied') : t('copyLink')),
    ]),
    button('', { does: cancel }, t('cancel')),
  ];
}
