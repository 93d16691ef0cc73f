/** A challenge that waits: a link to send for its creator, a game to join for everybody else. */
import { board } from '../board/board';
import { START } from '../core/start';
import { agreementOf, agreementText } from '../game/agreement';
import { t } from '../i18n';
import { button, h, link, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import { qrPicture } from '../ui/qr-picture';
import type { ChallengeAnswer, Person } from '../wire';
import { guestName } from './words';

export interface Invitation {
  challenge: ChallengeAnswer;
  /** The user who sees it. */
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
  return h('div.invitation', null, [
    h('div.invitation-board', { attrs: { 'aria-hidden': 'true' } }, picture(challenge)),
    h('div.invitation-card.panel', null, [
      over ? noMore(challenge) : challenge.yours ? own(view, handlers) : joining(view, handlers),
      h('p.hint', null, agreementText(agreementOf(challenge.game), true)),
      problem ? h('p.problem', { attrs: { role: 'alert' } }, problem) : null,
    ]),
  ]);
}

/** The starting position, from the reader's side. */
function picture({ color, yours, game }: ChallengeAnswer): VNode {
  const fen = game.fen ?? START;
  const asBlack = color === (yours ? 'black' : 'white');
  return board({
    key: 'invitation',
    fen,
    orientation: asBlack ? 'black' : 'white',
    turn: fen.split(' ')[1] === 'b' ? 'black' : 'white',
    check: false,
    lastMove: null,
    movable: null,
    dests: {},
    onMove: () => undefined,
  });
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
  const { to, game } = challenge;
  const open = 'lobby' in game.opponent;
  const [heading, hint] = open
    ? [t('waitingForAnybody'), t('listedForAll')]
    : to === null
      ? [t('waitingForFriend'), t('sendThisLink')]
      : [t('waitingFor', { name: to }), t('toldOnStartPage', { name: to })];
  return [
    h('h1', null, heading),
    h('p', null, hint),
    open ? null : qrPicture(address, t('qrCode')),
    h('div.copy', null, [
      h('input', {
        props: { value: address, readOnly: true },
        attrs: { 'aria-label': t('copyLink') },
        // Where the page may not use the clipboard, the user can copy by hand.
        on: { focus: (event: FocusEvent) => (event.target as HTMLInputElement).select() },
      }),
      button('.primary', { onClick: copy }, icon('copy'), copied ? t('copied') : t('copyLink')),
    ]),
    h('div.invitation-buttons', null, [
      typeof navigator.share === 'function'
        ? button('', { onClick: () => share(address, challenge) }, icon('link'), t('shareLink'))
        : null,
      button('', { onClick: cancel }, t('cancel')),
    ]),
    link('', '/', t('playWhileWaiting')),
  ];
}

/** Opens the system's share sheet. */
function share(url: string, { game }: ChallengeAnswer): void {
  const text = t('shareText', { terms: agreementText(agreementOf(game), true) });
  // Cancelling the share sheet is not an error.
  void navigator.share({ title: 'Tabiya', text, url }).catch(() => undefined);
}
