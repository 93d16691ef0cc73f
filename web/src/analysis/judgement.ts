/** One line of the game judged as a whole: which moves it has, what was found, and how that is shown. */

import type { VNode } from '../ui/dom';
import { settings } from '../ui/settings';
import type { EngineScore } from '../wire';
import { lapses } from './course';
import { reportControl } from './engine-panel';
import type { Lapse } from './evaluation';
import { graph } from './graph';
import { inLetters } from './letters';
import { finalScore, positionAt, questionAt } from './place';
import { type Place, Report } from './report';
import { type GameTree, lineThrough, nodeOf, ROOT } from './tree';

export class Judgement {
  /** The moves of the line, from the start. */
  private line: number[] = [];
  private readonly report: Report;

  constructor(tell: () => void) {
    this.report = new Report(tell);
  }

  get running(): boolean {
    return this.report.judged.running;
  }

  /** Changes when something else is to be seen. */
  get seen(): readonly unknown[] {
    return [this.line, this.report.judged.done];
  }

  /** Judges the line through a move. */
  start(tree: GameTree, through: number): void {
    this.line = [ROOT, ...lineThrough(tree, through)];
    void this.report.run(
      this.line.map((id): Place => ({ question: questionAt(tree, id), known: finalScore(positionAt(tree, id)) })),
    );
  }

  /** Another game is looked at. */
  forget(): void {
    this.report.stop();
    this.line = [];
  }

  close(): void {
    this.report.close();
  }

  /** What was found of a move; nothing if it was not looked at. */
  scoreAt(id: number): EngineScore | undefined {
    const place = this.line.indexOf(id);
    return place >= 0 ? this.report.judged.scores[place] : undefined;
  }

  /** The moves that gave something away. */
  lapses(tree: GameTree): ReadonlyMap<number, Lapse> {
    const found = lapses(this.report.judged.scores, this.movers(tree));
    return new Map([...found].map(([ply, kind]) => [this.line[ply] ?? -1, kind]));
  }

  private movers(tree: GameTree): ('white' | 'black')[] {
    return this.line.map(id => (nodeOf(tree, id).fen.split(' ')[1] === 'w' ? 'black' : 'white'));
  }

  control(tree: GameTree, through: number): VNode | null {
    return reportControl({
      ...this.report.judged,
      start: () => this.start(tree, through),
      stop: () => this.report.stop(),
      empty: tree.nodes.size < 3,
    });
  }

  /** The course of the game, once something of it is known. */
  course(tree: GameTree, at: number, go: (id: number) => void): VNode | null {
    const { judged } = this.report;
    if (this.line.length < 2 || judged.done === 0) return null;
    return graph({
      scores: judged.scores,
      movers: this.movers(tree),
      names: this.line.map(id => inLetters(nodeOf(tree, id).san, settings().letters)),
      at: Math.max(0, this.line.indexOf(at)),
      go: ply => go(this.line[ply] ?? ROOT),
    });
  }
}
