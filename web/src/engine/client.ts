/** Asks the engine. One question at a time: another one ends the thought before it. */
import type { Request } from './worker';

/** A position with its past, and how long to think; what is left out does not limit. */
export interface Question {
  fen?: string | null;
  chess960?: boolean;
  moves: string[];
  lines?: number;
  depth?: number;
  nodes?: number;
  milliseconds?: number;
  clock?: number;
  increment?: number;
  megabytes?: number;
}

/** Good for White when positive; a mate counts moves. */
export interface Score {
  cp?: number;
  mate?: number;
}

export interface Thought extends Score {
  depth: number;
  /** The line's place among the best, from 1. */
  rank: number;
  nodes: number;
  time: number;
  line: string[];
  san: string[];
}

export interface Choice extends Score {
  best: string | null;
  depth: number;
  error?: string;
}

type Reply = { thought: Thought } | { done: Choice } | { failed: string };

export class Engine {
  private worker: Worker | undefined;
  /** Ready while another one thinks about a game that is stepped through: who ends that one need not wait for it. */
  private spare: Worker | undefined;
  /** How the question that is open ends. */
  private open: { fail: (error: Error) => void } | undefined;

  /** The move of an opponent of a level. */
  choose(level: number, seed: number, question: Question): Promise<Choice> {
    return this.ask({ ask: 'choose', level, seed, question }, () => undefined);
  }

  /** Thinks until a limit of the question, and tells on the way. */
  analyse(question: Question, tell: (thought: Thought) => void): Promise<Choice> {
    const answer = this.ask({ ask: 'analyse', question }, tell);
    this.spare ??= newWorker();
    return answer;
  }

  /** Ends what it thinks about; the question fails with `Stopped`. */
  stop(): void {
    if (!this.open) return;
    const { fail } = this.open;
    this.open = undefined;
    this.worker?.terminate();
    this.worker = undefined;
    fail(new Stopped());
  }

  close(): void {
    this.stop();
    this.worker?.terminate();
    this.spare?.terminate();
    this.worker = this.spare = undefined;
  }

  private ask(request: Request, tell: (thought: Thought) => void): Promise<Choice> {
    this.stop();
    const worker = (this.worker ??= this.spare ?? newWorker());
    if (worker === this.spare) this.spare = undefined;
    return new Promise((resolve, reject) => {
      this.open = { fail: reject };
      const finish = (end: () => void) => {
        this.open = undefined;
        end();
      };
      worker.onmessage = ({ data }: MessageEvent<Reply>) => {
        if ('thought' in data) tell(data.thought);
        else if ('failed' in data) finish(() => reject(new Error(data.failed)));
        else if (data.done.error) finish(() => reject(new Error(data.done.error)));
        else finish(() => resolve(data.done));
      };
      worker.onerror = event => finish(() => reject(new Error(event.message)));
      worker.postMessage(request);
    });
  }
}

const newWorker = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

/** Nobody waits for the answer any more. */
export class Stopped extends Error {
  constructor() {
    super('stopped');
  }
}
