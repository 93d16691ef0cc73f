/** The admin's page: people, accounts from a list, games in progress, settings, reports and the log. */
import './admin.css';
import { timeControl } from '../core';
import { timeInput, timeText } from '../game/time';
import { type Key, t } from '../i18n';
import { me } from '../live/api';
import { problemText } from '../live/words';
import { announce } from '../ui/announce';
import { copyText } from '../ui/copy';
import { button, h, link, type VNode } from '../ui/dom';
import type { Screen, Visit } from '../ui/router';
import type {
  AccountAction,
  AccountJson,
  AccountRole,
  AuditEntry,
  Card,
  ChatMode,
  LiveGame,
  Registration,
  ReportJson,
  ServerSettings,
} from '../wire';
import { actOn, auditLog, changeSettings, invite, liveGames, makeAccounts, people, readSettings, reports } from './api';
import { cardSheet } from './cards';
import { field, form, moment, select, textInput, tick } from './forms';

const tabs = ['people', 'accounts', 'games', 'settings', 'reports', 'audit'] as const;
type Tab = (typeof tabs)[number];
const tabNames: Record<Tab, Key> = {
  people: 'adminPeople',
  accounts: 'adminAccounts',
  games: 'adminGames',
  settings: 'settings',
  reports: 'adminReports',
  audit: 'adminAudit',
};

/** The name of a role. */
const roleName = (role: AccountRole): string => t(role === 'admin' ? 'roleAdmin' : 'roleArbiter');

export class AdminScreen implements Screen {
  private tab: Tab = 'people';
  private isAdmin: boolean | undefined;
  private search = '';
  private found: AccountJson[] = [];
  private open: string | null = null;
  private made: { name: string; link: string } | null = null;
  private cards: Card[] | null = null;
  private games: LiveGame[] = [];
  private settings: ServerSettings | null = null;
  private log: AuditEntry[] = [];
  private complaints: ReportJson[] = [];
  private problem: string | null = null;
  private notice: string | null = null;

  constructor(private readonly visit: Visit) {
    void this.attempt(async () => {
      this.isAdmin = (await me())?.player.roles.includes('admin') ?? false;
      if (!this.isAdmin) return;
      this.settings = await readSettings();
      await this.load();
    });
  }

  title(): string {
    return t('administration');
  }

  private async attempt(what: () => Promise<void>): Promise<void> {
    this.problem = null;
    this.notice = null;
    try {
      await what();
    } catch (error) {
      this.problem = problemText(error);
    }
    this.visit.redraw();
  }

  private async load(): Promise<void> {
    if (this.tab === 'people') this.found = await people(this.search);
    if (this.tab === 'games') this.games = await liveGames();
    if (this.tab === 'settings') this.settings = await readSettings();
    if (this.tab === 'audit') this.log = await auditLog();
    if (this.tab === 'reports') this.complaints = await reports();
  }

  private show(tab: Tab): void {
    this.tab = tab;
    this.made = null;
    void this.attempt(() => this.load());
  }

  view(): VNode {
    if (this.isAdmin === undefined && !this.problem) return h('p.message', null, t('loading'));
    if (!this.isAdmin) {
      return h('div.message', null, [
        h('h1', null, t('administration')),
        h('p', null, this.problem ?? t('onlyAdmins')),
        link('.button', '/login?next=/admin', t('login')),
      ]);
    }
    if (this.cards) {
      return cardSheet(this.cards, this.settings?.name ?? '', () => {
        this.cards = null;
        this.visit.redraw();
      });
    }
    return h('div.club', null, [
      h('h1', null, t('administration')),
      h(
        'div.club-tabs',
        { attrs: { role: 'group', 'aria-label': t('administration') } },
        tabs.map(tab => button('', { onClick: () => this.show(tab), pressed: tab === this.tab }, t(tabNames[tab]))),
      ),
      this.problem ? h('p.problem', { attrs: { role: 'alert' } }, this.problem) : null,
      this.notice ? h('p', { attrs: { role: 'status' } }, this.notice) : null,
      this.made ? this.newLink(this.made) : null,
      this.content(),
    ]);
  }

  private content(): VNode {
    switch (this.tab) {
      case 'people':
        return this.peopleView();
      case 'accounts':
        return this.accountsView();
      case 'games':
        return this.gamesView();
      case 'settings':
        return this.settingsView();
      case 'reports':
        return this.reportsView();
      case 'audit':
        return this.auditView();
    }
  }

  private newLink({ name, link: address }: { name: string; link: string }): VNode {
    const copy = (): void => void copyText(address).then(done => announce(t(done ? 'copied' : 'linkOnce')));
    return h('section.panel', { attrs: { role: 'status' } }, [
      h('p', null, `${name}: ${t('linkOnce')}`),
      h('div.copy', null, [h('code.secret', null, address), button('.primary', { onClick: copy }, t('copy'))]),
    ]);
  }

  private peopleView(): VNode {
    const find = (data: FormData): void => {
      this.search = String(data.get('q') ?? '');
      void this.attempt(() => this.load());
    };
    return h('section.panel', null, [
      form('.club-search', find, [
        field(t('searchPeople'), textInput('q', this.search, { type: 'search' })),
        h('button', { attrs: { type: 'submit' } }, t('search')),
      ]),
      this.found.length === 0 ? h('p.hint', null, t('nobodyFound')) : null,
      h(
        'ul.rows',
        null,
        this.found.map(account => this.personRow(account)),
      ),
    ]);
  }

  private personRow(account: AccountJson): VNode {
    const isOpen = this.open === account.id;
    const toggle = (): void => {
      this.open = isOpen ? null : account.id;
      this.visit.redraw();
    };
    const state = [
      account.online ? t('online') : t('lastSeen', { moment: moment(account.seen) }),
      ...account.roles.map(roleName),
      account.status === 'active' ? '' : t(account.status === 'blocked' ? 'blockedAccount' : 'closedAccount'),
      account.muted ? t('muted') : '',
      account.kid ? t('kidMode') : '',
    ].filter(word => word !== '');
    return h('li.club-person', { key: account.id }, [
      h('button.row-link', { attrs: { type: 'button', 'aria-expanded': String(isOpen) }, on: { click: toggle } }, [
        h('span', null, [
          h('b', null, account.name),
          account.real_name ? ` (${account.real_name})` : '',
          h('small', null, state.join(' · ')),
        ]),
      ]),
      isOpen ? this.personActions(account) : null,
    ]);
  }

  private personActions(account: AccountJson): VNode {
    const act = (action: AccountAction): void =>
      void this.attempt(async () => {
        const answer = await actOn(account.id, action);
        this.made = answer.link === null ? null : { name: account.name, link: answer.link };
        await this.load();
      });
    const has = (role: AccountRole): boolean => account.roles.includes(role);
    const roles = (admin: boolean, arbiter: boolean): void => act({ do: 'roles', admin, arbiter });
    if (account.status === 'closed') return h('p.hint', null, t('closedAccount'));
    return h('div.club-actions', null, [
      button('', { onClick: () => act({ do: 'reset' }) }, t('resetLink')),
      button('', { onClick: () => act({ do: 'link', once: true, days: 7 }) }, t('logInLink')),
      button(
        '',
        { onClick: () => act({ do: 'mute', on: !account.muted }) },
        t(account.muted ? 'unmuteAccount' : 'muteAccount'),
      ),
      button('', { onClick: () => act({ do: 'kid', on: !account.kid }) }, t(account.kid ? 'kidModeOff' : 'kidModeOn')),
      button(
        '',
        { onClick: () => roles(has('admin'), !has('arbiter')) },
        t(has('arbiter') ? 'noArbiter' : 'makeArbiter'),
      ),
      button('', { onClick: () => roles(!has('admin'), has('arbiter')) }, t(has('admin') ? 'noAdmin' : 'makeAdmin')),
      form('.club-line', data => act({ do: 'rename', name: String(data.get('name')) }), [
        field(t('newName'), textInput('name', account.name, { required: true, maxlength: '20' })),
        h('button', { attrs: { type: 'submit' } }, t('rename')),
      ]),
      form('.club-line', data => act({ do: 'real_name', name: String(data.get('real')) }), [
        field(t('realName'), textInput('real', account.real_name ?? '', { maxlength: '100' })),
        h('button', { attrs: { type: 'submit' } }, t('save')),
      ]),
      button(
        '',
        { onClick: () => act({ do: 'block', on: account.status === 'active' }) },
        t(account.status === 'active' ? 'blockAccount' : 'unblockAccount'),
      ),
      button(
        '.danger',
        { onClick: () => confirm(t('closeAccountSure', { name: account.name })) && act({ do: 'close' }) },
        t('closeAccount'),
      ),
    ]);
  }

  private accountsView(): VNode {
    const make = (data: FormData): void =>
      void this.attempt(async () => {
        this.cards = await makeAccounts({
          list: String(data.get('list')),
          once: data.get('once') === 'once',
          days: Number(data.get('days')),
          kid: data.has('kid'),
        });
        scrollTo(0, 0);
      });
    const inviteSome = (data: FormData): void =>
      void this.attempt(async () => {
        const answer = await invite(Number(data.get('uses')), Number(data.get('days')));
        this.made = { name: t('invitation'), link: answer.link };
      });
    const number = (name: string, value: string, max: string): VNode =>
      textInput(name, value, { type: 'number', min: '1', max, required: true });
    return h('div.club-columns', null, [
      h('section.panel', null, [
        h('h2', null, t('accountsFromList')),
        h('p.hint', null, t('accountsFromListHint')),
        form('', make, [
          field(
            t('oneALine'),
            h('textarea', { attrs: { name: 'list', rows: 12, required: true, spellcheck: 'false' } }),
          ),
          field(
            t('linkWorks'),
            select('once', 'many', [
              ['many', t('untilItEnds')],
              ['once', t('onlyOnce')],
            ]),
          ),
          field(t('daysGood'), number('days', '30', '366')),
          tick('kid', t('kidMode'), false),
          h('button.primary', { attrs: { type: 'submit' } }, t('makeCards')),
        ]),
      ]),
      h('section.panel', null, [
        h('h2', null, t('invitation')),
        h('p.hint', null, t('invitationHint')),
        form('', inviteSome, [
          field(t('forHowMany'), number('uses', '30', '1000')),
          field(t('daysGood'), number('days', '7', '366')),
          h('button', { attrs: { type: 'submit' } }, t('makeInvitation')),
        ]),
      ]),
    ]);
  }

  private gamesView(): VNode {
    return h('section.panel', null, [
      h('div.prompt-buttons', null, [
        link('.button', '/rounds', t('rounds')),
        button('', { onClick: () => void this.attempt(() => this.load()) }, t('refresh')),
      ]),
      this.games.length === 0 ? h('p.hint', null, t('noGamesRunning')) : null,
      h(
        'ul.rows',
        null,
        this.games.map(game =>
          h('li', { key: game.id }, [
            link(
              '.row-link',
              `/game/${game.id}`,
              h('span', null, [
                h('b', null, `${game.white} – ${game.black}`),
                h(
                  'small',
                  null,
                  [timeText(game.time ?? '-'), t('movesMade', { count: Math.ceil(game.plies / 2) })].join(' · '),
                ),
              ]),
            ),
          ]),
        ),
      ),
    ]);
  }

  private settingsView(): VNode {
    const settings = this.settings;
    if (!settings) return h('p.message', null, t('loading'));
    const words = (text: FormDataEntryValue | null): string[] =>
      String(text ?? '')
        .split(/[\s,]+/)
        .filter(word => word !== '');
    const save = (data: FormData): void =>
      void this.attempt(async () => {
        const times = words(data.get('time_controls')).map(text => ({ text, read: timeControl(text) }));
        const wrong = times.find(({ read }) => read.is !== 'valid');
        if (wrong) {
          this.problem = `${t('timeBad')} ${wrong.text}`;
          return;
        }
        this.settings = await changeSettings({
          name: String(data.get('name')),
          welcome: String(data.get('welcome')),
          registration: String(data.get('registration')) as Registration,
          guests: data.has('guests'),
          chat: String(data.get('chat')) as ChatMode,
          time_controls: times.flatMap(({ read }) => (read.is === 'valid' ? [read.pgn] : [])),
          levels: words(data.get('levels')).map(Number),
          real_names: data.has('real_names'),
        });
        this.notice = t('saved');
      });
    return form('.panel.club-settings', save, [
      field(t('serverName'), textInput('name', settings.name, { maxlength: '60' })),
      field(
        t('welcomeText'),
        h('textarea', { attrs: { name: 'welcome', rows: 4, maxlength: 2000 } }, settings.welcome),
      ),
      field(
        t('registration'),
        select('registration', settings.registration, [
          ['open', t('registrationOpen')],
          ['invite', t('registrationInvite')],
          ['closed', t('registrationClosed')],
        ]),
      ),
      tick('guests', t('guestsPlay'), settings.guests),
      field(
        t('chat'),
        select('chat', settings.chat, [
          ['on', t('chatOn')],
          ['presets', t('chatPresets')],
          ['off', t('chatOff')],
        ]),
      ),
      h('p.hint', null, t('chatOffHint')),
      field(
        t('timesOffered'),
        textInput('time_controls', settings.time_controls.map(timeInput).join(' '), { placeholder: '5+3 10+0 15+10' }),
      ),
      field(t('levelsOffered'), textInput('levels', settings.levels.join(' '), { placeholder: '1 2 3' })),
      h('p.hint', null, t('emptyMeansAll')),
      tick('real_names', t('showRealNames'), settings.real_names),
      h('button.primary', { attrs: { type: 'submit' } }, t('save')),
    ]);
  }

  private reportsView(): VNode {
    return h('section.panel', null, [
      this.complaints.length === 0 ? h('p.hint', null, t('noReports')) : null,
      h(
        'ul.rows',
        null,
        this.complaints.map(report =>
          h('li', { key: String(report.n) }, [
            h('span', null, [
              h('b', null, `${report.by} → ${report.about}`),
              h('p', null, report.text),
              h('small', null, [moment(report.at), report.game ? link('', `/game/${report.game}`, report.game) : null]),
            ]),
          ]),
        ),
      ),
    ]);
  }

  private auditView(): VNode {
    return h('section.panel', null, [
      h('p.hint', null, t('auditHint')),
      h('table.club-table', null, [
        h('thead', null, h('tr', null, [h('th', null, t('when')), h('th', null, t('who')), h('th', null, t('what'))])),
        h(
          'tbody',
          null,
          this.log.map(entry =>
            h('tr', { key: String(entry.n) }, [
              h('td', null, moment(entry.at)),
              h('td', null, entry.by),
              h('td', null, [h('b', null, entry.about), ' ', h('code', null, entry.action)]),
            ]),
          ),
        ),
      ]),
    ]);
  }
}
