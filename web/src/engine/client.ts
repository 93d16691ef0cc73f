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
  /** Whether a draw would suit a player of each side. */
  agrees_to_draw?: Record<'white' | 'black', boolean> | null;
  /** Whether it would claim a draw, where that can be had. */
  claims_draw?: boolean;
  error?: string;
}

type Reply = { number?: number } & ({ thought: Thought } | { done: Choice } | { failed: string });

export class Engine {
  private worker: Worker | undefined;
  /**
   * The number of the question that somebody waits for, seen by the worker while it thinks. Only pages of their own
   * world share memory; others end the worker.
   */
  private readonly wanted = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
  private asked = 0;
  /** Ready while another one thinks that must be ended: who ends it need not wait for the next. */
  private spare: Worker | undefined;
  /** How the question that is open ends. */
  private open: { fail: (error: Error) => void; hears: boolean } | undefined;

  /** The move of an opponent of a level. */
  choose(level: number, seed: number, question: Question): Promise<Choice> {
    return this.ask({ ask: 'choose', level, seed, question }, () => undefined);
  }

  /** Thinks until a limit of the question, and tells on the way. */
  analyse(question: Question, megabytes: number, tell: (thought: Thought) => void): Promise<Choice> {
    this.stop();
    const number = ++this.asked;
    if (this.wanted) Atomics.store(this.wanted, 0, number);
    const answer = this.ask({ ask: 'analyse', megabytes, question, number, wanted: this.wanted }, tell);
    if (!this.wanted) this.spare ??= newWorker();
    return answer;
  }

  /** Ends what it thinks about; the question fails with `Stopped`. */
  stop(): void {
    if (!this.open) return;
    const { fail, hears } = this.open;
    this.open = undefined;
    if (hears && this.wanted) Atomics.store(this.wanted, 0, 0);
    else {
      this.worker?.terminate();
      this.worker = undefined;
    }
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
    const number = request.ask === 'analyse' ? request.number : undefined;
    return new Promise((resolve, reject) => {
      this.open = { fail: reject, hears: request.ask === 'analyse' };
      const finish = (end: () => void) => {
        this.open = undefined;
        end();
      };
      worker.onmessage = ({ data }: MessageEvent<Reply>) => {
        // The last words about a question that nobody waits for.
        if ('number' in data && data.number !== number) return;
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
