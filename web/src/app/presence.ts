/**
 * The user's game in progress and incoming challenges, known on every page. While the game is followed from another
 * page, the opponent is not told that the user has left.
 */
import { clockText, remaining, untilNextText } from '../game/clock';
import { type GameModel, onMove, opposite } from '../game/model';
import { playerName } from '../game/words';
import { t } from '../i18n';
import { acceptChallenge, declineChallenge, forgetMe, me } from '../live/api';
import { channel } from '../live/channel';
import { fromSnapshot, update } from '../live/update';
import { guestName } from '../live/words';
import { playSound } from '../sound/sound';
import { announce } from '../ui/announce';
import { notify } from '../ui/notify';
import { go, match } from '../ui/router';
import type { ChallengeJson, GameSummary } from '../wire';

/** A game in progress; `model` is null until the server has sent it. */
interface FollowedGame {
  id: string;
  model: GameModel | null;
  unfollow: () => void;
}

/** The game whose page has this path. */
const gameAt = (path: string): string | undefined => match('/game/:id', path)?.['id'];

export class Presence {
  private path = '';
  private knowsServer = false;
  private playing: GameSummary[] = [];
  private challenges: ChallengeJson[] = [];
  private readonly dismissed = new Set<string>();
  private followed: FollowedGame | null = null;
  /** Ends the hold on the game whose page is open. */
  private release: () => void = () => undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly redraw: () => void) {}

  /** Asks the server who the user is, and listens from then on. Does nothing without a server. */
  async start(): Promise<void> {
    const found = await me();
    if (!found) return;
    this.knowsServer = true;
    this.know(found.playing, found.challenges.in);
    channel().onStart(game => this.started(game));
    channel().onFinish(() => void this.refresh());
    channel().onChallenge(() => void this.refresh());
  }

  /** Another page is opened; what it shows itself needs no bar and no notice. */
  visit(path: string): void {
    const leavesGame = gameAt(this.path) !== undefined;
    const release = this.release;
    this.path = path;
    const game = gameAt(path);
    // The page of a game follows it only when it has loaded.
    this.release = game === undefined ? () => undefined : channel().hold(game);
    this.follow();
    // A game may have begun or ended meanwhile; until that is known, the one that is left stays watched.
    if (this.knowsServer && (leavesGame || this.playing.length > 0)) void this.refresh().then(release);
    else release();
  }

  /** The game to go back to; null while it is on the screen. */
  running(): { id: string; name: string; yours: boolean; clock: string | null } | null {
    const game = this.elsewhere();
    if (!game) return null;
    const model = this.followed?.id === game.id ? this.followed.model : null;
    if (!model) {
      return { id: game.id, name: guestName(game.opponent.name), yours: game.your_turn, clock: null };
    }
    const now = performance.now();
    const { turn, running } = model.state;
    const left = remaining(model, turn, now);
    clearTimeout(this.timer);
    if (running !== null && left !== null) this.timer = setTimeout(this.redraw, untilNextText(left));
    const opponent = model.you === 'white' || model.you === 'black' ? opposite(model.you) : 'black';
    return {
      id: game.id,
      name: playerName(model, opponent),
      yours: onMove(model),
      clock: left === null ? null : clockText(left),
    };
  }

  /** Unanswered challenges; the start page lists them itself. */
  waiting(): ChallengeJson[] {
    if (this.path === '/') return [];
    return this.challenges.filter(({ id }) => !this.dismissed.has(id) && this.path !== `/game/${id}`);
  }

  /** Whether somebody waits for the user: a challenge, or a game in which it is their turn. */
  calls(): boolean {
    return this.waiting().length > 0 || (this.running()?.yours ?? false);
  }

  async accept(id: string): Promise<void> {
    // If somebody else was faster, or the challenge was withdrawn, the page of the game says so.
    await acceptChallenge(id).catch(() => undefined);
    go(`/game/${id}`);
  }

  async decline(id: string): Promise<void> {
    this.dismissed.add(id);
    this.redraw();
    await declineChallenge(id).catch(() => undefined);
    await this.refresh();
  }

  private elsewhere(): GameSummary | undefined {
    const games = this.playing.filter(({ id }) => this.path !== `/game/${id}`);
    return games.find(({ your_turn }) => your_turn) ?? games[0];
  }

  private async refresh(): Promise<void> {
    forgetMe();
    const found = await me();
    if (found) this.know(found.playing, found.challenges.in);
  }

  private know(playing: GameSummary[], challenges: ChallengeJson[]): void {
    const known = new Set(this.challenges.map(({ id }) => id));
    for (const challenge of challenges) if (!known.has(challenge.id)) this.tell(challenge);
    this.playing = playing;
    this.challenges = challenges;
    this.follow();
    this.redraw();
  }

  private tell({ from }: ChallengeJson): void {
    if (this.path === '') return;
    const text = t('challengeFrom', { name: guestName(from ?? t('guest')) });
    playSound('notify');
    announce(text);
    notify(text);
  }

  private started(game: string): void {
    // The start page and the page of the challenge open the game themselves.
    notify(t('gameBegan'));
    if (this.path === `/game/${game}`) return;
    playSound('notify');
    announce(t('gameBegan'));
    void this.refresh();
  }

  /** Follows the game that the bar shows, and no other one. */
  private follow(): void {
    const game = this.elsewhere();
    if (this.followed?.id === game?.id) return;
    this.followed?.unfollow();
    this.followed = null;
    if (!game) return;
    const followed: FollowedGame = { id: game.id, model: null, unfollow: () => undefined };
    this.followed = followed;
    followed.unfollow = channel().follow({
      game: game.id,
      since: () => undefined,
      onConnectionChange: () => undefined,
      onReconnect: () => undefined,
      onMessage: message => {
        const at = 'now' in message ? channel().here(message.now) : performance.now();
        const before = followed.model;
        if (message.t === 'game') followed.model = fromSnapshot(message, at);
        else if (before) followed.model = update(before, message, at);
        const now = followed.model;
        if (before && now && !onMove(before) && onMove(now)) {
          playSound('notify');
          announce(t('youToMove'));
          notify(t('youToMove'));
        }
        if (now?.state.result != null) void this.refresh();
        this.redraw();
      },
    });
  }
}
