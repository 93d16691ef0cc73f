/** Keeps the screen on while a clock runs, where the browser can. */
export class WakeLock {
  private held: WakeLockSentinel | null = null;
  private wanted = false;

  constructor() {
    document.addEventListener('visibilitychange', this.renew);
  }

  /** Whether the screen has to stay on from now on. */
  want(wanted: boolean): void {
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    if (wanted) void this.request();
    else void this.release();
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.renew);
    this.want(false);
  }

  /** The browser lets go of it whenever the page is out of sight. */
  private readonly renew = (): void => {
    if (this.wanted && document.visibilityState === 'visible') void this.request();
  };

  private async request(): Promise<void> {
    try {
      this.held = (await navigator.wakeLock?.request('screen')) ?? null;
      // It may not be wanted any more by the time it is there.
      if (!this.wanted) await this.release();
    } catch {
      // The battery is low, or the browser does not allow it: the clock runs all the same.
    }
  }

  private async release(): Promise<void> {
    const { held } = this;
    this.held = null;
    await held?.release().catch(() => undefined);
  }
}
