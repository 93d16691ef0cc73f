/** Asks the engine in its worker, one question at a time: a new question stops the search for the previous one. */
import type { EngineAnswer, EngineLine, EngineQuestion } from '../wire';
import type { OpponentStrength, Request } from './worker';

export type Choice = Extract<EngineAnswer, { is: 'chosen' }>;

type Reply = { number?: number } & ({ line: EngineLine } | { done: EngineAnswer } | { failed: string });

export class Engine {
  private worker: Worker | undefined;
  /**
   * The number of the current question, which the worker polls while it searches. Only cross-origin isolated pages can
   * share memory, and not in every browser (WebKit on Linux cannot); without it the worker is terminated.
   */
  private readonly wanted =
    globalThis.crossOriginIsolated && 'SharedArrayBuffer' in globalThis
      ? new Int32Array(new SharedArrayBuffer(4))
      : null;
  private asked = 0;
  /** A second worker, started in advance where a search can only be stopped by terminating its worker. */
  private spare: Worker | undefined;
  /** The open question. `hears` is true if it can be stopped through shared memory. */
  private open: { fail: (error: Error) => void; hears: boolean } | undefined;

  /** The move of an opponent with a level or, if one is given, a rating. */
  choose(strength: OpponentStrength, seed: number, question: EngineQuestion): Promise<Choice> {
    return this.ask({ ask: 'choose', strength, seed, question }, () => undefined);
  }

  /** Searches until a limit of the question is reached, reporting lines on the way. */
  analyse(question: EngineQuestion, megabytes: number, tell: (line: EngineLine) => void): Promise<Choice> {
    this.stop();
    const number = ++this.asked;
    if (this.wanted) Atomics.store(this.wanted, 0, number);
    const answer = this.ask({ ask: 'analyse', megabytes, question, number, wanted: this.wanted }, tell);
    if (!this.wanted) this.spare ??= newWorker();
    return answer;
  }

  /** Stops the search; its promise is rejected with `Stopped`. */
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

  private ask(request: Request, tell: (line: EngineLine) => void): Promise<Choice> {
    this.stop();
    this.worker ??= this.spare ?? newWorker();
    const { worker } = this;
    if (worker === this.spare) this.spare = undefined;
    const number = request.ask === 'analyse' ? request.number : undefined;
    return new Promise((resolve, reject) => {
      this.open = { fail: reject, hears: request.ask === 'analyse' };
      const finish = (end: () => void) => {
        this.open = undefined;
        end();
      };
      worker.onmessage = ({ data }: MessageEvent<Reply>) => {
        // A late message about an earlier question.
        if ('number' in data && data.number !== number) return;
        if ('line' in data) tell(data.line);
        else if ('failed' in data) finish(() => reject(new Error(data.failed)));
        else {
          const { done } = data;
          finish(() => (done.is === 'failed' ? reject(new Error(done.error)) : resolve(done)));
        }
      };
      worker.onerror = event => finish(() => reject(new Error(event.message)));
      worker.postMessage(request);
    });
  }
}

const newWorker = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

/** The search was stopped before it ended. */
export class Stopped extends Error {
  constructor() {
    super('stopped');
  }
}
