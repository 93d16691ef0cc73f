/** Keeps the screen on while a clock runs, if the browser supports it. */
export class WakeLock {
  private held: WakeLockSentinel | null = null;
  private wanted = false;

  constructor() {
    document.addEventListener('visibilitychange', this.renew);
  }

  /** Sets whether the screen must stay on. */
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

  /** The browser releases the lock whenever the page is hidden. */
  private readonly renew = (): void => {
    if (this.wanted && document.visibilityState === 'visible') void this.request();
  };

  private async request(): Promise<void> {
    try {
      this.held = (await navigator.wakeLock?.request('screen')) ?? null;
      // The lock may no longer be wanted when it is granted.
      if (!this.wanted) await this.release();
    } catch {
      // The battery is low, or the browser does not allow it; the clock runs anyway.
    }
  }

  private async release(): Promise<void> {
    const { held } = this;
    this.held = null;
    await held?.release().catch(() => undefined);
  }
}
