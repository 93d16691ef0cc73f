/** The report on one line of a game: the evaluation of each position, and what follows from it. */
import type { PositionScore, ReportedPly, SavedReport } from '../storage/analyses';
import type { Side } from '../wire';
import { type SideSummary, summarize } from './accuracy';
import { lapses } from './course';
import type { Lapse } from './evaluation';
import { finalScore, positionAt, questionAt } from './place';
import { type Place, ReportRunner } from './report';
import { type GameTree, lineThrough, nodeOf, ROOT } from './tree';

/** A move that gave away winning chances, and the better line. */
export interface Mistake {
  kind: Lapse;
  /** The node before the move. */
  before: number;
  best: ReportedPly;
}

export class GameReport {
  private readonly runner = new ReportRunner();
  private found: SavedReport | null;
  /** Incremented with each change, so that views know when to redraw. */
  version = 0;
  problem: string | null = null;

  /** `finished` is called when there is a report to save. */
  constructor(
    saved: SavedReport | null,
    private readonly tell: () => void,
    private readonly finished: () => void,
  ) {
    this.found = saved;
  }

  get running(): boolean {
    return this.runner.running;
  }

  get progress(): { done: number; all: number } {
    return { done: this.runner.done, all: this.runner.all };
  }

  get saved(): SavedReport | null {
    return this.found;
  }

  /** Whether any position has been evaluated. */
  get exists(): boolean {
    return this.found?.plies.some(ply => ply !== null) ?? false;
  }

  /** Analyses the line through a move. Earlier results of the same line are kept until they are replaced. */
  start(tree: GameTree, through: number): void {
    const line = [ROOT, ...lineThrough(tree, through)];
    const moves = line.slice(1).map(id => nodeOf(tree, id).uci);
    const same = this.found !== null && this.found.moves.join() === moves.join();
    const plies = same ? [...(this.found?.plies ?? [])] : new Array<ReportedPly | null>(line.length).fill(null);
    this.problem = null;
    const places = line.map(
      (id): Place => ({ question: questionAt(tree, id), known: finalScore(positionAt(tree, id)) }),
    );
    const report: SavedReport = { moves, plies };
    this.found = report;
    void this.runner
      .run(places, (ply, found) => {
        plies[ply] = found;
        this.version += 1;
        this.tell();
      })
      .catch(error => {
        this.problem = error instanceof Error ? error.message : String(error);
      })
      .then(() => {
        this.version += 1;
        if (this.found === report) this.finished();
        this.tell();
      });
    this.tell();
  }

  stop(): void {
    this.runner.stop();
  }

  /** Switches to the report of another game. */
  replace(saved: SavedReport | null): void {
    this.runner.stop();
    this.found = saved;
    this.problem = null;
    this.version += 1;
  }

  close(): void {
    this.runner.close();
  }

  /** The analysed line as nodes of the tree, as far as they still exist. */
  line(tree: GameTree): number[] {
    const line = [ROOT];
    if (!this.found) return line;
    for (const uci of this.found.moves) {
      const next = nodeOf(tree, line.at(-1) ?? ROOT).children.find(child => nodeOf(tree, child).uci === uci);
      if (next === undefined) break;
      line.push(next);
    }
    return line;
  }

  scores(tree: GameTree): (PositionScore | undefined)[] {
    return this.line(tree).map((_, ply) => this.found?.plies[ply]?.score);
  }

  movers(tree: GameTree): Side[] {
    return this.line(tree).map(id => (nodeOf(tree, id).fen.split(' ')[1] === 'w' ? 'black' : 'white'));
  }

  scoreAt(tree: GameTree, id: number): PositionScore | undefined {
    const ply = this.line(tree).indexOf(id);
    return ply >= 0 ? this.found?.plies[ply]?.score : undefined;
  }

  /** The moves that gave away winning chances, by node. */
  mistakes(tree: GameTree): ReadonlyMap<number, Mistake> {
    const line = this.line(tree);
    const found = new Map<number, Mistake>();
    for (const [ply, kind] of lapses(this.scores(tree), this.movers(tree))) {
      const [id, before, best] = [line[ply], line[ply - 1], this.found?.plies[ply - 1]];
      if (id !== undefined && before !== undefined && best) found.set(id, { kind, before, best });
    }
    return found;
  }

  /** The next or previous mistake or blunder, seen from a node; wraps around at the end of the line. */
  nextMistake(tree: GameTree, at: number, step: 1 | -1): number | undefined {
    const line = this.line(tree);
    const bad = [...this.mistakes(tree)]
      .filter(([, { kind }]) => kind !== 'inaccuracy')
      .map(([id]) => line.indexOf(id));
    const here = line.indexOf(at);
    const next = step === 1 ? bad.find(ply => ply > here) : bad.findLast(ply => ply < here);
    const ply = next ?? (step === 1 ? bad[0] : bad.at(-1));
    return ply === undefined ? undefined : line[ply];
  }

  summary(tree: GameTree): Record<Side, SideSummary> {
    return summarize(this.scores(tree), this.movers(tree));
  }
}
