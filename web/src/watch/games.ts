/** The games in progress: their ids come from the server's TV endpoint, their states from the live channel. */
import type { GameModel } from '../game/model';
import type { Channel } from '../live/channel';
import { fromSnapshot, update } from '../live/update';
import type { ExportedGame } from '../wire';

/** The number of live boards. A connection may follow at most 32 games, including the user's own. */
const MAX_BOARDS = 12;
const POLL_INTERVAL = 5_000;

/** The ids in a list of games, one JSON object per line. */
export const idsOf = (text: string): string[] =>
  text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => (JSON.parse(line) as ExportedGame).id);

async function fetchGameIds(): Promise<string[]> {
  const response = await fetch(`/api/tv/best?nb=${MAX_BOARDS}&moves=false`, {
    headers: { Accept: 'application/x-ndjson' },
  });
  if (!response.ok) throw new Error(response.statusText);
  return idsOf(await response.text());
}

export class WatchedGames {
  private readonly models = new Map<string, GameModel>();
  private readonly followed = new Map<string, () => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** The ids in the server's order; null until it has answered. */
  order: string[] | null = null;

  constructor(
    private readonly channel: Channel,
    private readonly changed: () => void,
  ) {
    void this.ask();
  }

  /** The games whose state has arrived, the most interesting first. */
  games(): GameModel[] {
    return (this.order ?? []).flatMap(id => this.models.get(id) ?? []);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    for (const unfollow of this.followed.values()) unfollow();
  }

  private async ask(): Promise<void> {
    const found = await fetchGameIds().catch(() => null);
    if (this.closed) return;
    if (found) this.follow(found);
    this.timer = setTimeout(() => void this.ask(), POLL_INTERVAL);
    this.changed();
  }

  private follow(found: string[]): void {
    // A game that has ended stays until the next poll, so that its end is seen.
    for (const [id, unfollow] of this.followed) {
      if (found.includes(id)) continue;
      unfollow();
      this.followed.delete(id);
      this.models.delete(id);
    }
    this.order = found;
    for (const game of found) {
      if (this.followed.has(game)) continue;
      const unfollow = this.channel.follow({
        game,
        since: () => undefined,
        onConnectionChange: () => undefined,
        onReconnect: () => undefined,
        onMessage: message => {
          const at = 'now' in message ? this.channel.here(message.now) : performance.now();
          const before = this.models.get(game);
          if (message.t === 'game') this.models.set(game, fromSnapshot(message, at));
          else if (before) this.models.set(game, update(before, message, at));
          this.changed();
        },
      });
      this.followed.set(game, unfollow);
    }
  }
}
