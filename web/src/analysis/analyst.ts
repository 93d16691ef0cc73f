/** The engine's analysis of the position on the board. */
import { Engine, Stopped } from '../engine/client';
import type { EngineLine, EngineQuestion } from '../wire';

/** How long a position is searched, in milliseconds. */
const MAX_TIME = 120_000;
/** Milliseconds before a search starts, so that stepping through a game does not start one at every move. */
const DEBOUNCE = 120;
const MEGABYTES = 32;

export class Analyst {
  private readonly engine = new Engine();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = '';
  private found: EngineLine[] = [];
  problem: string | null = null;
  running = false;

  constructor(private readonly tell: () => void) {}

  /** The best lines so far, the best first. */
  get lines(): readonly EngineLine[] {
    return this.found;
  }

  /** Analyses a position, unless it is already being analysed. */
  think(question: EngineQuestion): void {
    const asked = JSON.stringify(question);
    if (asked === this.asked) return;
    this.rest();
    this.asked = asked;
    this.running = true;
    this.timer = setTimeout(() => void this.run(question), DEBOUNCE);
  }

  /** Stops the search and clears its results. */
  rest(): void {
    clearTimeout(this.timer);
    this.engine.stop();
    this.asked = '';
    this.found = [];
    this.running = false;
    this.problem = null;
  }

  close(): void {
    this.rest();
    this.engine.close();
  }

  private async run(question: EngineQuestion): Promise<void> {
    const asked = this.asked;
    try {
      await this.engine.analyse({ ...question, milliseconds: MAX_TIME }, MEGABYTES, line => {
        if (asked !== this.asked) return;
        this.found = [...this.found.filter(({ rank }) => rank !== line.rank), line].sort(
          (one, other) => one.rank - other.rank,
        );
        this.tell();
      });
    } catch (error) {
      if (error instanceof Stopped) return;
      this.problem = error instanceof Error ? error.message : String(error);
    }
    if (asked !== this.asked) return;
    this.running = false;
    this.tell();
  }
}
