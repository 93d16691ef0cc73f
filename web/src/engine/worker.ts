/**
 * The engine in a worker. It receives no messages while it searches, but polls memory shared with the page. Where
 * memory cannot be shared, the page terminates the worker to stop it.
 */
import '../trusted';
import type { EngineQuestion } from '../wire';
import init, { Analyst, Opponent } from './pkg/engine.js';

/** A level from 1 to 8, or a rating that replaces it. */
export interface OpponentStrength {
  level: number;
  rating: number | null;
}

export type Request =
  | { ask: 'choose'; strength: OpponentStrength; seed: number; question: EngineQuestion }
  | { ask: 'analyse'; megabytes: number; question: EngineQuestion; number: number; wanted: Int32Array | null };

const ready = init();
let opponent: { strength: OpponentStrength; seed: number; player: Opponent } | undefined;
let analyst: { megabytes: number; thinker: Analyst } | undefined;

/** Keeps the same opponent for the whole game. */
function opponentOf(strength: OpponentStrength, seed: number): Opponent {
  const { level, rating } = strength;
  const last = opponent?.strength;
  if (!opponent || last?.level !== level || last.rating !== rating || opponent.seed !== seed) {
    opponent?.player.free();
    const player = rating === null ? new Opponent(level, seed) : Opponent.ofRating(rating, seed);
    opponent = { strength, seed, player };
  }
  return opponent.player;
}

/** Keeps the same analyst from position to position, and with it the transposition table. */
function analystOf(megabytes: number): Analyst {
  if (analyst?.megabytes !== megabytes) {
    analyst?.thinker.free();
    analyst = { megabytes, thinker: new Analyst(megabytes) };
  }
  return analyst.thinker;
}

self.onmessage = async ({ data }: MessageEvent<Request>) => {
  try {
    await ready;
    const question = JSON.stringify(data.question);
    if (data.ask === 'choose')
      self.postMessage({ done: JSON.parse(opponentOf(data.strength, data.seed).choose(question)) });
    else {
      const { number, wanted, megabytes } = data;
      const tell = (line: string) => self.postMessage({ number, line: JSON.parse(line) });
      const stopped = () => wanted !== null && Atomics.load(wanted, 0) !== number;
      if (!stopped())
        self.postMessage({ number, done: JSON.parse(analystOf(megabytes).analyse(question, tell, stopped)) });
    }
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
};
