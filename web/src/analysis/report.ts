/** A whole game judged move by move, with a progress that can be stopped. */
import { Engine, Stopped } from '../engine/client';
import type { EngineQuestion, EngineScore } from '../wire';

export interface Judged {
  /** The score after each move, from the start; what is not judged yet is missing. */
  scores: readonly (EngineScore | undefined)[];
  /** How many of how many. */
  done: number;
  all: number;
  running: boolean;
}

/** So many positions are looked at for each move: a phone needs about a third of a second. */
const NODES = 200_000;
const MEGABYTES = 16;

export interface Place {
  question: EngineQuestion;
  /** What needs no engine: the game is over here. */
  known: EngineScore | null;
}

export class Report {
  private readonly engine = new Engine();
  private stopped = false;
  private scores: (EngineScore | undefined)[] = [];
  private all = 0;
  private running = false;

  constructor(private readonly tell: () => void) {}

  get judged(): Judged {
    const { scores, all, running } = this;
    return { scores, all, running, done: scores.filter(score => score !== undefined).length };
  }

  async run(places: Place[]): Promise<void> {
    this.stopped = false;
    this.running = true;
    this.all = places.length;
    this.scores = new Array<EngineScore | undefined>(places.length).fill(undefined);
    this.tell();
    for (const [index, { question, known }] of places.entries()) {
      if (this.stopped) break;
      try {
        this.scores[index] =
          known ??
          (await this.engine.analyse({ ...question, lines: 1, nodes: NODES }, MEGABYTES, () => undefined)).score;
      } catch (error) {
        if (error instanceof Stopped) break;
        throw error;
      }
      this.tell();
    }
    this.running = false;
    this.tell();
  }

  stop(): void {
    this.stopped = true;
    this.engine.stop();
  }

  close(): void {
    this.stop();
    this.engine.close();
  }
}
