/** The account page: forms to log in or register, or the user's account. */

import { serverInfo } from '../admin/api';
import { form } from '../admin/forms';
import { t } from '../i18n';
import {
  changePassword,
  closeAccount,
  forgetMe,
  login,
  logout,
  logoutEverywhere,
  makeToken,
  me,
  register,
  renameAccount,
  revokeToken,
  tokens,
} from '../live/api';
import { channel } from '../live/channel';
import { problemText } from '../live/words';
import { profileAddress } from '../ui/addresses';
import { announce } from '../ui/announce';
import { copyText } from '../ui/copy';
import { button, h, link, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import { go, type Screen, type Visit } from '../ui/router';
import type { Me, Scope, ServerInfo, TokenJson } from '../wire';

/** The scopes that a program needs to play for the user. */
const SCOPES: Scope[] = ['board:play', 'challenge:read', 'challenge:write'];

const field = (name: string, label: string, more: Record<string, string>): VNode =>
  h('label.field', null, [h('span', null, label), h('input', { attrs: { name, required: true, ...more } })]);

export class AccountScreen implements Screen {
  private person: Me | null = null;
  private server: ServerInfo | null = null;
  private list: TokenJson[] = [];
  private secret: string | null = null;
  private problem: string | null = null;
  private notice: string | null = null;
  /** Whether the form for logging out everywhere is open. */
  private leaving = false;
  private loaded = false;

  constructor(private readonly visit: Visit) {
    void this.load();
  }

  title(): string {
    return t('account');
  }

  private async load(): Promise<void> {
    forgetMe();
    this.person = await me();
    this.server = await serverInfo().catch(() => null);
    this.list = this.person && !this.person.player.guest ? await tokens().catch(() => []) : [];
    this.loaded = true;
    this.visit.redraw();
  }

  /** Runs a request after which the user may have changed, and loads everything again. */
  private async attempt(what: () => Promise<unknown>): Promise<void> {
    this.problem = null;
    this.notice = null;
    try {
      await what();
      this.leaving = false;
      channel().reopen();
      const next = this.visit.query.get('next');
      // Only addresses of this page: one that begins with two slashes is another site.
      if (next !== null && /^\/(?!\/)/.test(next)) {
        forgetMe();
        go(next);
        return;
      }
    } catch (error) {
      this.problem = problemText(error);
    }
    await this.load();
  }

  view(): VNode {
    if (!this.loaded) return h('p.message', null, t('loading'));
    if (!this.person) return h('div.message', null, [h('h1', null, t('account')), h('p', null, t('offlineHint'))]);
    return h('div.narrow', null, [
      h('h1', null, t('account')),
      this.person.player.guest ? this.forms() : this.account(this.person.player.name),
      this.problem ? h('p.problem', { attrs: { role: 'alert' } }, this.problem) : null,
    ]);
  }

  /** Whether the user can create an account. */
  private mayRegister(): boolean {
    const registration = this.server?.registration ?? 'open';
    return registration === 'open' || (registration === 'invite' && this.visit.query.has('invite'));
  }

  private forms(): VNode {
    return h(
      'form.panel',
      {
        on: {
          submit: (event: SubmitEvent) => {
            event.preventDefault();
            const data = new FormData(event.currentTarget as HTMLFormElement);
            const [name, password] = [String(data.get('name')), String(data.get('password'))];
            const isNew = (event.submitter as HTMLButtonElement | null)?.value === 'register';
            const invite = this.visit.query.get('invite') ?? undefined;
            void this.attempt(() => (isNew ? register(name, password, invite) : login(name, password)));
          },
        },
      },
      [
        h('p.hint', null, t('accountHint')),
        field('name', t('name'), { autocomplete: 'username', maxlength: '30', spellcheck: 'false' }),
        field('password', t('password'), { type: 'password', autocomplete: 'current-password' }),
        h('div.prompt-buttons', null, [
          h('button.primary', { attrs: { type: 'submit', value: 'login' } }, t('login')),
          this.mayRegister() ? h('button', { attrs: { type: 'submit', value: 'register' } }, t('createAccount')) : null,
        ]),
        this.mayRegister() ? null : h('p.hint', null, t('registrationClosedHint')),
      ],
    );
  }

  private account(name: string): VNode {
    return h('div.narrow', null, [
      h('section.panel', null, [
        h('p', null, t('loggedInAs', { name })),
        h('div.prompt-buttons', null, [
          link('.button', profileAddress(name), t('ratingsAndGames')),
          button('', { onClick: () => void this.attempt(() => logout()) }, t('logOut')),
          button('', { onClick: () => this.ask(true) }, t('logOutEverywhere')),
        ]),
        this.leaving ? this.leaveEverywhere() : null,
      ]),
      this.staff(),
      this.passwordForm(name),
      this.ownData(name),
      this.programs(),
    ]);
  }

  /** Links for admins and arbiters. */
  private staff(): VNode | null {
    const roles = this.person?.player.roles ?? [];
    if (roles.length === 0) return null;
    return h('nav.panel.prompt-buttons', { attrs: { 'aria-label': t('administration') } }, [
      roles.includes('admin') ? link('.button', '/admin', t('administration')) : null,
      link('.button', '/rounds', t('rounds')),
      link('.button', '/tournaments', t('tournaments')),
      link('.button', '/invite', t('invitePeople')),
    ]);
  }

  private ask(leaving: boolean): void {
    this.leaving = leaving;
    this.visit.redraw();
  }

  /** The form for logging out everywhere, with or without revoking tokens. */
  private leaveEverywhere(): VNode {
    return form('', data => void this.attempt(() => logoutEverywhere(data.has('tokens'))), [
      h('label.tick', null, [h('input', { attrs: { type: 'checkbox', name: 'tokens' } }), t('revokeTokensToo')]),
      h('div.prompt-buttons', null, [
        h('button.primary', { attrs: { type: 'submit' } }, t('logOutEverywhere')),
        button('', { onClick: () => this.ask(false) }, t('cancel')),
      ]),
    ]);
  }

  private passwordForm(name: string): VNode {
    const change = (data: FormData, element: HTMLFormElement): void =>
      void this.attempt(async () => {
        await changePassword(String(data.get('current')), String(data.get('new')));
        element.reset();
        this.notice = t('passwordChanged');
      });
    return h('section.panel', null, [
      h('h2', null, t('changePassword')),
      h('p.hint', null, t('changePasswordHint')),
      form('', change, [
        // For the browser's password manager.
        h('input', { attrs: { type: 'text', hidden: true, name: 'username', autocomplete: 'username', value: name } }),
        field('current', t('currentPassword'), { type: 'password', autocomplete: 'current-password' }),
        field('new', t('newPassword'), { type: 'password', autocomplete: 'new-password', minlength: '8' }),
        h('button', { attrs: { type: 'submit' } }, t('changePassword')),
      ]),
      this.notice ? h('p', { attrs: { role: 'status' } }, this.notice) : null,
    ]);
  }

  /** Exporting the user's data, renaming the account and closing it. */
  private ownData(name: string): VNode {
    const rename = (data: FormData): void =>
      void this.attempt(async () => {
        await renameAccount(String(data.get('new_name')));
      });
    const close = (data: FormData): void => {
      if (confirm(t('closeAccountSure', { name }))) {
        void this.attempt(() => closeAccount(String(data.get('password'))));
      }
    };
    return h('section.panel', null, [
      h('h2', null, t('yourData')),
      h('a.button', { attrs: { href: '/app/account/export', download: `${name}.json` } }, t('exportData')),
      form('', rename, [
        field('new_name', t('newName'), { maxlength: '20', spellcheck: 'false', autocomplete: 'off' }),
        h('button', { attrs: { type: 'submit' } }, t('rename')),
      ]),
      form('', close, [
        field('password', t('password'), { type: 'password', autocomplete: 'current-password' }),
        h('button.danger', { attrs: { type: 'submit' } }, t('closeAccount')),
      ]),
    ]);
  }

  private newToken(secret: string): VNode {
    const copy = (): void => void copyText(secret).then(done => announce(t(done ? 'copied' : 'tokenOnce')));
    return h('div', { attrs: { role: 'status' } }, [
      h('p', null, t('tokenOnce')),
      h('div.copy', null, [
        h('code.secret', null, secret),
        button('.primary', { onClick: copy, label: t('copy') }, icon('copy')),
      ]),
    ]);
  }

  private programs(): VNode {
    return h('section.panel', null, [
      h('h2', null, t('tokens')),
      h('p.hint', null, t('tokensHint')),
      h(
        'ul.rows',
        null,
        this.list.map(token =>
          h('li', { key: token.id }, [
            h(
              'span.row-link',
              null,
              h('span', null, [h('b', null, token.description), h('small', null, token.scopes.join(', '))]),
            ),
            button('', { onClick: () => void this.attempt(() => revokeToken(token.id)) }, t('revoke')),
          ]),
        ),
      ),
      this.secret ? this.newToken(this.secret) : null,
      h(
        'form',
        {
          on: {
            submit: (event: SubmitEvent) => {
              event.preventDefault();
              const form = event.currentTarget as HTMLFormElement;
              const description = String(new FormData(form).get('description'));
              form.reset();
              void this.attempt(async () => {
                this.secret = (await makeToken(description, SCOPES)).token;
              });
            },
          },
        },
        [
          h('label.field', null, [
            h('span', null, t('tokenFor')),
            h('input', { attrs: { name: 'description', required: true, maxlength: '100' } }),
          ]),
          h('button', { attrs: { type: 'submit' } }, t('makeToken')),
        ],
      ),
    ]);
  }
}
