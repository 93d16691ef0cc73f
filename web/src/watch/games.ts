/** The games that are on: which they are comes from the server's television, how they stand from the live channel. */
import type { GameModel } from '../game/model';
import type { Channel } from '../live/channel';
import { fromSnapshot, update } from '../live/update';
import type { ExportedGame } from '../wire';

/** Boards that are live at once. One connection may follow 32 games, and the own one is among them. */
const MAX_BOARDS = 12;
const ASK_EVERY = 5_000;

/** The ids of a list of games, one JSON object a line. */
export const idsOf = (text: string): string[] =>
  text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => (JSON.parse(line) as ExportedGame).id);

async function gamesOn(): Promise<string[]> {
  const response = await fetch(`/api/tv/best?nb=${MAX_BOARDS}&moves=false`, {
    headers: { Accept: 'application/x-ndjson' },
  });
  if (!response.ok) throw new Error(response.statusText);
  return idsOf(await response.text());
}

export class GamesOn {
  private readonly models = new Map<string, GameModel>();
  private readonly followed = new Map<string, () => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** None before the server has answered. */
  order: string[] | null = null;

  constructor(
    private readonly channel: Channel,
    private readonly changed: () => void,
  ) {
    void this.ask();
  }

  /** Those that are known by now, the most interesting first. */
  games(): GameModel[] {
    return (this.order ?? []).flatMap(id => this.models.get(id) ?? []);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    for (const unfollow of this.followed.values()) unfollow();
  }

  private async ask(): Promise<void> {
    const found = await gamesOn().catch(() => null);
    if (this.closed) return;
    if (found) this.follow(found);
    this.timer = setTimeout(() => void this.ask(), ASK_EVERY);
    this.changed();
  }

  private follow(found: string[]): void {
    // A game that has just ended stays until the next look, so that its end is seen.
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
        connected: () => undefined,
        again: () => undefined,
        hear: message => {
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
