/** The engine in a thread of its own. It thinks until it is done; who wants it to stop ends the worker. */
import '../trusted';
import init, { analyse, Opponent } from './pkg/engine.js';
import type { Question } from './client';

/** What the page asks. */
export type Request =
  | { ask: 'choose'; level: number; seed: number; question: Question }
  | { ask: 'analyse'; question: Question };

const ready = init();
let opponent: { level: number; seed: number; player: Opponent } | undefined;

self.onmessage = async ({ data }: MessageEvent<Request>) => {
  try {
    await ready;
    const question = JSON.stringify(data.question);
    if (data.ask === 'choose') {
      if (opponent?.level !== data.level || opponent.seed !== data.seed) {
        opponent?.player.free();
        opponent = { level: data.level, seed: data.seed, player: new Opponent(data.level, data.seed) };
      }
      self.postMessage({ done: JSON.parse(opponent.player.choose(question)) });
    } else {
      const tell = (thought: string) => self.postMessage({ thought: JSON.parse(thought) });
      self.postMessage({ done: JSON.parse(analyse(question, tell)) });
    }
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
};
