/** A running example: the arbiter judges its steps, and the moves that the reader tries. */
import { Arbiter, readMove } from '../core';
import type { Answer, ArbiterLine, Side, State } from '../wire';
import type { Example, ExampleStep } from './examples';

/** A step that was taken, and the arbiter's answer. */
export interface DemoStep {
  step: Exclude<ExampleStep, string>;
  by: Side;
  answer: Answer;
  /** Milliseconds since the start. */
  at: number;
}

/** Milliseconds between two steps that do not state a time. */
const STEP_TIME = 1000;

export class Demo {
  private readonly arbiter = new Arbiter();
  private next = 0;
  private now = 0;
  readonly said: DemoStep[] = [];

  constructor(readonly example: Example) {
    this.arbiter.answer({ do: 'start', ...example.start });
  }

  get finished(): boolean {
    return this.next >= this.example.steps.length;
  }

  get begun(): boolean {
    return this.said.length > 0;
  }

  state(): State {
    const state = this.arbiter.state(this.now);
    if (!state) throw new Error('an example begins with a game');
    return state;
  }

  /** The squares of the last move, for the board. */
  lastMove(): [string, string] | null {
    const events = this.said.flatMap(({ answer }) => answer.events);
    const last = events.findLast(
      event => event.event === 'move' || event.event === 'takeback' || event.event === 'restart',
    );
    return last?.event === 'move' ? [last.uci.slice(0, 2), last.uci.slice(2, 4)] : null;
  }

  /** Takes the next step of the example. */
  step(): void {
    const step = this.example.steps[this.next];
    if (step === undefined) return;
    this.next += 1;
    this.perform(typeof step === 'string' ? { do: 'move', move: step } : step);
  }

  /** Plays a move of the reader, which ends the scripted steps. */
  play(move: string): void {
    this.next = this.example.steps.length;
    this.perform({ do: 'move', move });
  }

  private perform(step: Exclude<ExampleStep, string>): void {
    const { turn, fen } = this.state();
    const given = 'at' in step ? step.at : undefined;
    const at = given ?? this.now + (this.example.start?.time ? STEP_TIME : 0);
    const line: ArbiterLine = 'try' in step ? { do: 'move', move: step.try } : step;
    // The arbiter reads English letters; people may use others (law N02).
    const read = line.do === 'move' ? readMove(fen, 'standard', line.move) : null;
    const answer = this.arbiter.answer(
      line.do === 'move' && read?.is === 'legal' ? { ...line, move: read.uci, at } : { ...line, at },
    );
    this.now = Math.max(this.now, at);
    this.said.push({ step, by: ('by' in step && step.by) || turn, answer, at });
  }
}
