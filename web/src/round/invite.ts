/** The page "Invite": the address of this server as a QR code, for a projector or a phone. */
import '../admin/admin.css';
import { serverInfo } from '../admin/api';
import { t } from '../i18n';
import { me } from '../live/api';
import { announce } from '../ui/announce';
import { copyText } from '../ui/copy';
import { button, h, type VNode } from '../ui/dom';
import { qrPicture } from '../ui/qr-picture';
import type { Screen, Visit } from '../ui/router';
import type { ServerInfo } from '../wire';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

export class InviteScreen implements Screen {
  private info: ServerInfo | null = null;

  constructor(visit: Visit) {
    void me();
    void serverInfo()
      .then(info => {
        this.info = info;
        visit.redraw();
      })
      .catch(() => undefined);
  }

  title(): string {
    return t('invitePeople');
  }

  view(): VNode {
    const address = this.info?.address ?? `${location.origin}/`;
    const copy = (): void =>
      void copyText(address).then(done => {
        if (done) announce(t('copied'));
      });
    const isLocal = LOCAL.includes(new URL(address).hostname);
    return h('div.message.invite', null, [
      h('h1', null, this.info?.name || t('invitePeople')),
      this.info?.welcome ? h('p', null, this.info.welcome) : null,
      isLocal ? h('p.problem', null, t('inviteLocal')) : h('p', null, t('inviteHint')),
      isLocal ? null : qrPicture(address, address),
      h('code.secret', null, address),
      button('', { onClick: copy }, t('copy')),
    ]);
  }
}
