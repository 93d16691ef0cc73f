/** The page of a game on the server: its challenge until it is accepted, then the game, for players and spectators. */

import { GameScreen } from '../game/screen';
import { t } from '../i18n';
import { h, link, type VNode } from '../ui/dom';
import { go, type Screen, type Visit } from '../ui/router';
import type { ChallengeAnswer, GameSnapshot, Person } from '../wire';
import {
  ApiError,
  acceptChallenge,
  cancelChallenge,
  declineChallenge,
  forgetMe,
  gameOrChallenge,
  matchScore,
  me,
  ratingChanges,
} from './api';
import { channel } from './channel';
import { type Invitation, invitation } from './invitation';
import { LiveTable } from './table';
import { fromSnapshot } from './update';
import { problemText } from './words';

type Content =
  | { is: 'loading' }
  | { is: 'invitation'; invitation: Invitation }
  | { is: 'game'; screen: GameScreen }
  | { is: 'missing' }
  | { is: 'unreachable' };

/** The server announces when a game begins; this poll covers a missed announcement. */
const POLL_INTERVAL = 3_000;

export class LiveScreen implements Screen {
  private shown: Content = { is: 'loading' };
  private readonly id: string;
  private person: Person | null = null;
  private closed = false;
  private poll: ReturnType<typeof setTimeout> | undefined;
  private unlisten: (() => void) | undefined;

  constructor(private readonly visit: Visit) {
    this.id = visit.params['id'] ?? '';
    void this.open();
  }

  title(): string {
    switch (this.shown.is) {
      case 'game':
        return this.shown.screen.title();
      case 'invitation':
        return this.shown.invitation.challenge.yours ? t('waiting') : t('challenge');
      case 'missing':
        return t('gameNotFound');
      case 'unreachable':
        return t('noServer');
      default:
        return t('game');
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.poll);
    this.unlisten?.();
    if (this.shown.is === 'game') this.shown.screen.close();
  }

  private async open(): Promise<void> {
    // The first request creates the session, which identifies the player.
    forgetMe();
    this.person = (await me())?.player ?? null;
    this.unlisten = channel().onStart(game => {
      if (game === this.id) void this.ask();
    });
    await this.ask();
  }

  /** Shows the game, or the challenge while it waits to be accepted. */
  private async ask(): Promise<void> {
    const found = await gameOrChallenge(this.id).catch((error: unknown) =>
      error instanceof ApiError && error.status === 404 && error.code !== '' ? 'missing' : 'unknown',
    );
    if (this.closed || this.shown.is === 'game') return;
    if (found === 'missing') this.show({ is: 'missing' });
    else if (found !== 'unknown' && found.t === 'game') this.begin(found);
    else {
      if (found !== 'unknown') this.invite(found);
      else if (this.shown.is === 'loading') this.show({ is: 'unreachable' });
      this.askAgain();
    }
  }

  private askAgain(): void {
    clearTimeout(this.poll);
    this.poll = setTimeout(() => void this.ask(), POLL_INTERVAL);
  }

  private invite(challenge: ChallengeAnswer): void {
    if (this.shown.is === 'invitation') this.change({ challenge });
    else this.show({ is: 'invitation', invitation: { challenge, person: this.person, copied: false, problem: null } });
  }

  private begin(found: GameSnapshot): void {
    clearTimeout(this.poll);
    this.unlisten?.();
    const table = new LiveTable(fromSnapshot(found, performance.now(), this.mayRule()), found.v, channel());
    const rate = (): void => {
      if (!found.settings.rated) return;
      void ratingChanges(this.id).then(
        changes => table.rate(changes),
        () => undefined,
      );
    };
    // A single game is not a match, and games against the computer have no match score.
    const count = (): void => {
      void matchScore(this.id).then(
        ({ white, black, games }) => games > 1 && table.score({ white, black }),
        () => undefined,
      );
    };
    if (found.state.result !== null) rate();
    if (found.state.result !== null) count();
    this.unlisten = channel().onFinish(game => {
      if (game !== this.id) return;
      rate();
      count();
    });
    const screen = new GameScreen({ table, redraw: this.visit.redraw, again: () => undefined });
    table.listen(() => this.followRematch(table, screen));
    this.show({ is: 'game', screen });
  }

  /** Takes the players to the rematch, and also spectators who are not looking at an earlier position. */
  private followRematch(table: LiveTable, screen: GameScreen): void {
    const { rematch, you } = table.model();
    if (rematch === null || !('next' in rematch) || this.closed) return;
    if (you !== null || screen.isAtEnd()) go(`/game/${rematch.next}`);
  }

  /** Decides only whether the panel is shown; the server checks each ruling. */
  private mayRule(): boolean {
    return this.person?.roles.some(role => role === 'arbiter' || role === 'admin') ?? false;
  }

  private show(shown: Content): void {
    this.shown = shown;
    this.visit.redraw();
  }

  private change(changes: Partial<Invitation>): void {
    if (this.shown.is === 'invitation')
      this.show({ is: 'invitation', invitation: { ...this.shown.invitation, ...changes } });
  }

  private readonly accept = async (): Promise<void> => {
    try {
      await acceptChallenge(this.id);
      await this.ask();
    } catch (error) {
      this.change({ problem: problemText(error) });
    }
  };

  /** Cancels or declines the challenge. */
  private async leave(how: typeof cancelChallenge): Promise<void> {
    await how(this.id).catch(() => undefined);
    go('/');
  }

  view(): VNode {
    switch (this.shown.is) {
      case 'game':
        return this.shown.screen.view();
      case 'invitation':
        return invitation(this.shown.invitation, {
          accept: () => void this.accept(),
          cancel: () => void this.leave(cancelChallenge),
          decline: () => void this.leave(declineChallenge),
          copied: () => this.change({ copied: true }),
        });
      case 'missing':
        return h('div.message', null, [h('h1', null, t('gameNotFound')), link('.button', '/', t('toStart'))]);
      case 'unreachable':
        return h('div.message', null, [
          h('h1', null, t('noServer')),
          h('p', null, t('noServerHint')),
          link('.button', '/', t('toStart')),
        ]);
      default:
        return h('div.message', null, h('p', null, t('loading')));
    }
  }
}
