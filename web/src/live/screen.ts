/** The page of a game on the server: its challenge until somebody accepts, then the game, for players and spectators. */
import { go, type Screen, type Visit } from '../app/router';
import { GameScreen } from '../game/screen';
import { t } from '../i18n';
import { h, link, type VNode } from '../ui/dom';
import { acceptChallenge, cancelChallenge, challenge, forgetMe, me, snapshot } from './api';
import { channel } from './channel';
import { invitation, type Invitation } from './invitation';
import { LiveTable } from './table';
import { fromSnapshot } from './update';
import { problemText } from './words';

type Shown =
  | { is: 'loading' }
  | { is: 'invitation'; invitation: Invitation }
  | { is: 'game'; screen: GameScreen }
  | { is: 'missing' };

/** The server tells when a game begins; should that be missed, it is asked. */
const ASK_EVERY = 3_000;

export class LiveScreen implements Screen {
  private shown: Shown = { is: 'loading' };
  private readonly id: string;
  private closed = false;
  private poll: ReturnType<typeof setTimeout> | undefined;
  private unlisten: (() => void) | undefined;

  constructor(private readonly visit: Visit) {
    this.id = visit.params['id'] ?? '';
    void this.open();
  }

  title(): string {
    return this.shown.is === 'game' ? this.shown.screen.title() : t('waiting');
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.poll);
    this.unlisten?.();
    if (this.shown.is === 'game') this.shown.screen.close();
  }

  private async open(): Promise<void> {
    // The first request makes the session that decides who sits where.
    forgetMe();
    const person = await me();
    if (await this.begin()) return;
    try {
      const found = await challenge(this.id);
      if (this.closed) return;
      const own = person?.offered.includes(this.id) ?? false;
      this.show({ is: 'invitation', invitation: { challenge: found, own, copied: false, problem: null } });
      this.unlisten = channel().onStart(game => {
        if (game === this.id) void this.begin();
      });
      this.askAgain();
    } catch {
      if (!this.closed && this.shown.is === 'loading') this.show({ is: 'missing' });
    }
  }

  private askAgain(): void {
    clearTimeout(this.poll);
    this.poll = setTimeout(() => {
      void this.begin().then(begun => {
        if (!begun && !this.closed) this.askAgain();
      });
    }, ASK_EVERY);
  }

  /** Shows the game, if it has begun. */
  private async begin(): Promise<boolean> {
    const found = await snapshot(this.id).catch(() => null);
    if (!found || this.closed || this.shown.is === 'game') return this.shown.is === 'game';
    clearTimeout(this.poll);
    this.unlisten?.();
    const table = new LiveTable(fromSnapshot(found, performance.now()), found.v, channel());
    table.listen(() => {
      const { rematch, you } = table.model();
      if (rematch !== null && 'next' in rematch && you !== null) go(`/game/${rematch.next}`);
    });
    this.show({ is: 'game', screen: new GameScreen({ table, redraw: this.visit.redraw, again: () => undefined }) });
    return true;
  }

  private show(shown: Shown): void {
    this.shown = shown;
    this.visit.redraw();
  }

  private change(changes: Partial<Invitation>): void {
    if (this.shown.is === 'invitation') this.show({ is: 'invitation', invitation: { ...this.shown.invitation, ...changes } });
  }

  private readonly accept = async (): Promise<void> => {
    try {
      await acceptChallenge(this.id);
      await this.begin();
    } catch (error) {
      this.change({ problem: problemText(error) });
    }
  };

  private readonly cancel = async (): Promise<void> => {
    await cancelChallenge(this.id).catch(() => undefined);
    go('/');
  };

  view(): VNode {
    switch (this.shown.is) {
      case 'game':
        return this.shown.screen.view();
      case 'invitation':
        return invitation(this.shown.invitation, {
          accept: () => void this.accept(),
          cancel: () => void this.cancel(),
          copied: () => this.change({ copied: true }),
        });
      case 'missing':
        return h('div.message', null, [h('h1', null, t('gameNotFound')), link('.button', '/', t('toStart'))]);
      default:
        return h('div.message', null, h('p', null, t('loading')));
    }
  }
}
