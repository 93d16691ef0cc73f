/** Analyses a whole game position by position, with progress; it can be stopped. */
import { Engine, Stopped } from '../engine/client';
import type { PositionScore, ReportedPly } from '../storage/analyses';
import type { EngineLine, EngineQuestion } from '../wire';

/** Nodes searched per position; a phone takes about a third of a second. */
const NODES = 200_000;
const MEGABYTES = 16;
/** At most this many moves of the best line are kept. */
const LINE_LENGTH = 12;

export interface Place {
  question: EngineQuestion;
  /** The score where the game is over, which needs no engine. */
  known: PositionScore | null;
}

export class ReportRunner {
  private readonly engine = new Engine();
  private stopped = false;
  running = false;
  done = 0;
  all = 0;

  /** Reports each position when it is done; returns whether all of them were. */
  async run(places: Place[], tell: (ply: number, found: ReportedPly) => void): Promise<boolean> {
    this.stopped = false;
    this.running = true;
    this.done = 0;
    this.all = places.length;
    for (const [ply, { question, known }] of places.entries()) {
      if (this.stopped) break;
      try {
        const found = known ? { score: known, line: [], san: [] } : await this.analyse(question);
        this.done += 1;
        tell(ply, found);
      } catch (error) {
        if (error instanceof Stopped) break;
        this.running = false;
        throw error;
      }
    }
    this.running = false;
    return this.done === this.all;
  }

  private async analyse(question: EngineQuestion): Promise<ReportedPly> {
    let best: EngineLine | undefined;
    const answer = await this.engine.analyse({ ...question, lines: 1, nodes: NODES }, MEGABYTES, line => (best = line));
    return {
      score: answer.score,
      line: best?.line.slice(0, LINE_LENGTH) ?? [],
      san: best?.san.slice(0, LINE_LENGTH) ?? [],
    };
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
