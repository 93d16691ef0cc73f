/** The page of a game on the server: its challenge until somebody accepts, then the game, for players and spectators. */
import { go, type Screen, type Visit } from '../app/router';
import { GameScreen } from '../game/screen';
import { t } from '../i18n';
import { button, h, link, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import { acceptChallenge, cancelChallenge, challenge, me, type Challenge } from './api';
import { channel } from './channel';
import type { Snapshot } from './messages';
import { LiveTable } from './table';
import { fromSnapshot } from './update';

type Shown =
  | { is: 'loading' }
  | { is: 'challenge'; challenge: Challenge; copied: boolean; problem: string | null }
  | { is: 'game'; screen: GameScreen; table: LiveTable }
  | { is: 'missing' };

export class LiveScreen implements Screen {
  private shown: Shown = { is: 'loading' };
  private unfollow: (() => void) | undefined;
  private closed = false;
  private readonly id: string;

  constructor(private readonly visit: Visit) {
    this.id = visit.params['id'] ?? '';
    void this.open();
  }

  private async open(): Promise<void> {
    // The first request makes the session that decides who sits where.
    await me();
    if (this.closed) return;
    this.unfollow = channel().follow({
      game: this.id,
      since: () => undefined,
      hear: message => {
        if (message.t === 'game') this.begin(message);
      },
      connected: () => undefined,
      again: () => undefined,
    });
    try {
      const found = await challenge(this.id);
      if (this.shown.is === 'loading' && !this.closed) this.show({ is: 'challenge', challenge: found, copied: false, problem: null });
    } catch {
      // No challenge, so it is a game, or nothing at all.
      setTimeout(() => {
        if (this.shown.is === 'loading' && !this.closed) this.show({ is: 'missing' });
      }, 3000);
    }
  }

  private begin(snapshot: Snapshot): void {
    if (this.shown.is === 'game' || this.closed) return;
    this.unfollow?.();
    const live = channel();
    const table = new LiveTable(fromSnapshot(snapshot, live.here(snapshot.now)), snapshot.v, live);
    table.listen(() => {
      const { rematch } = table.model();
      if (rematch !== null && 'next' in rematch && table.model().you !== null) go(`/game/${rematch.next}`);
    });
    const screen = new GameScreen({ table, redraw: this.visit.redraw, again: () => undefined });
    this.show({ is: 'game', screen, table });
  }

  private show(shown: Shown): void {
    this.shown = shown;
    this.visit.redraw();
  }

  title(): string {
    return this.shown.is === 'game' ? this.shown.screen.title() : t('waiting');
  }

  close(): void {
    this.closed = true;
    this.unfollow?.();
    if (this.shown.is === 'game') this.shown.screen.close();
  }

  view(): VNode {
    switch (this.shown.is) {
      case 'game':
        return this.shown.screen.view();
      case 'challenge':
        return this.invitation(this.shown);
      case 'missing':
        return h('div.message', null, [h('h1', null, t('gameNotFound')), link('.button', '/', t('toStart'))]);
      default:
        return h('div.message', null, h('p', null, t('loading')));
    }
  }

  private invitation(shown: Extract<Shown, { is: 'challenge' }>): VNode {
    const { challenge, copied, problem } = shown;
    const address = location.origin + location.pathname;
    const own = [
      h('h1', null, t('waitingForFriend')),
      h('p', null, t('sendThisLink')),
      h('div.copy', null, [
        h('input', { props: { value: address, readOnly: true }, attrs: { 'aria-label': t('copyLink') } }),
        button('.primary', { does: () => void this.copy(address) }, icon('copy'), copied ? t('copied') : t('copyLink')),
      ]),
      button('', { does: () => void this.cancel() }, t('cancel')),
    ];
    const other = [
      h('h1', null, t('challengeFrom', { name: challenge.from })),
      button('.primary.start', { does: () => void this.accept() }, t('joinGame')),
    ];
    return h('div.message.panel', null, [
      ...(challenge.own ? own : other),
      h('p.hint', null, [challenge.time, challenge.rated ? t('rated') : t('casual')].join(' · ')),
      problem ? h('p.problem', { attrs: { role: 'alert' } }, problem) : null,
    ]);
  }

  private async copy(text: string): Promise<void> {
    await navigator.clipboard?.writeText(text).catch(() => undefined);
    if (this.shown.is === 'challenge') this.show({ ...this.shown, copied: true });
  }

  private async accept(): Promise<void> {
    try {
      await acceptChallenge(this.id);
    } catch (error) {
      if (this.shown.is === 'challenge') this.show({ ...this.shown, problem: String(error instanceof Error ? error.message : error) });
    }
  }

  private async cancel(): Promise<void> {
    await cancelChallenge(this.id).catch(() => undefined);
    go('/');
  }
}
