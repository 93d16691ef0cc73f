/** A challenge that waits: for its maker a link to send, for everybody else a game to join. */
import { agreementOf, agreementText } from '../game/agreement';
import { t } from '../i18n';
import { button, h, link, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import type { ChallengeAnswer, Person } from '../wire';
import { guestName } from './words';

export interface Invitation {
  challenge: ChallengeAnswer;
  /** Who looks at it. */
  person: Person | null;
  copied: boolean;
  problem: string | null;
}

export interface InvitationHandlers {
  accept: () => void;
  cancel: () => void;
  decline: () => void;
  copied: () => void;
}

export function invitation(view: Invitation, handlers: InvitationHandlers): VNode {
  const { challenge, problem } = view;
  const over = challenge.status === 'canceled' || challenge.status === 'declined';
  return h('div.message.panel', null, [
    over ? noMore(challenge) : challenge.yours ? own(view, handlers) : joining(view, handlers),
    h('p.hint', null, agreementText(agreementOf(challenge.game), true)),
    problem ? h('p.problem', { attrs: { role: 'alert' } }, problem) : null,
  ]);
}

const noMore = ({ status }: ChallengeAnswer): VNode[] => [
  h('h1', null, t(status === 'declined' ? 'challengeDeclined' : 'challengeCanceled')),
  link('.button', '/', t('toStart')),
];

function joining({ challenge, person }: Invitation, { accept, decline }: InvitationHandlers): (VNode | null)[] {
  const { from, to, color, game } = challenge;
  const forOther = to !== null && to !== person?.name;
  const needsAccount = (game.rated ?? false) && (person?.guest ?? true);
  const other = color === 'white' ? 'black' : 'white';
  return [
    h('h1', null, t('challengeFrom', { name: guestName(from ?? t('guest')) })),
    color === 'random' ? null : h('p', null, [h(`i.dot.${other}`, null), ' ', t('youPlay', { color: t(other) })]),
    forOther
      ? h('p', null, t('challengeForOther', { name: to }))
      : needsAccount
        ? h('p', null, [
            t('ratedNeedsAccount'),
            ' ',
            link('', `/login?next=${encodeURIComponent(location.pathname)}`, t('login')),
          ])
        : button('.primary.start', { onClick: accept }, t('joinGame')),
    to !== null && !forOther ? button('', { onClick: decline }, t('decline')) : null,
  ];
}

function own({ challenge, copied }: Invitation, { cancel, copied: tell }: InvitationHandlers): (VNode | null)[] {
  const address = location.origin + location.pathname;
  const copy = (): void => {
    void navigator.clipboard?.writeText(address).then(tell, () => undefined);
  };
  const { to } = challenge;
  return [
    h('h1', null, to === null ? t('waitingForFriend') : t('waitingFor', { name: to })),
    h('p', null, to === null ? t('sendThisLink') : t('toldOnStartPage', { name: to })),
    h('div.copy', null, [
      h('input', {
        props: { value: address, readOnly: true },
        attrs: { 'aria-label': t('copyLink') },
        // Where the page may not write to the clipboard, a hand can.
        on: { focus: (event: FocusEvent) => (event.target as HTMLInputElement).select() },
      }),
      button('.primary', { onClick: copy }, icon('copy'), copied ? t('copied') : t('copyLink')),
    ]),
    button('', { onClick: cancel }, t('cancel')),
  ];
}
