/** Who is online, polled every few seconds. */
import { online } from '../live/api';
import type { Online } from '../wire';

const POLL_INTERVAL = 10_000;

export class OnlinePlayers {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** Null until the server has answered. */
  list: Online | null = null;

  constructor(private readonly changed: () => void) {
    void this.ask();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async ask(): Promise<void> {
    const found = await online().catch(() => null);
    if (this.closed) return;
    if (found) this.list = found;
    this.timer = setTimeout(() => void this.ask(), POLL_INTERVAL);
    this.changed();
  }
}
