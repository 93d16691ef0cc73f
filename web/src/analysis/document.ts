/** The analysis that is on the screen: its tree, what was undone, and its copy on this device. */
import { type SavedAnalysis, type SavedReport, saveAnalysis } from '../storage/analyses';
import { newId } from '../ui/id';
import type { Side } from '../wire';
import { fromPgn } from './load';
import type { OpenedAnalysis, Source } from './opened';
import { pgnText } from './pgn-text';
import { followPath, type GameTree, lineFrom, nodeOf, numberBefore, pathTo, ROOT, tagOf } from './tree';

interface Step {
  tree: GameTree;
  at: number;
}

/** So many changes can be undone. */
const MAX_UNDO = 200;
/** Milliseconds after the last step through the game before its place is kept. */
const PLACE_PAUSE = 400;
/** A game without names is called by its first half-moves. */
const TITLE_PLIES = 6;

export class AnalysisDocument {
  tree: GameTree;
  at: number;
  side: Side;
  id: string | null;
  readonly source: Source | null;
  private past: Step[] = [];
  private future: Step[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When this copy was last kept. */
  private changed = 0;

  /** `report` tells what is kept beside the moves, `kept` hears of the id when the analysis is first kept. */
  constructor(
    opened: OpenedAnalysis,
    private readonly report: () => SavedReport | null,
    private readonly kept: (id: string) => void,
  ) {
    ({ tree: this.tree, at: this.at, side: this.side, id: this.id, source: this.source } = opened);
  }

  /** Whether there is anything that could be lost. */
  get empty(): boolean {
    return this.id === null && this.tree.nodes.size === 1 && this.tree.tags.length === 0;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  change(tree: GameTree, at: number): void {
    if (tree === this.tree) {
      this.goTo(at);
      return;
    }
    this.past = [...this.past, { tree: this.tree, at: this.at }].slice(-MAX_UNDO);
    this.future = [];
    this.tree = tree;
    this.at = at;
    this.save();
  }

  undo(): void {
    const step = this.past.pop();
    if (!step) return;
    this.future.push({ tree: this.tree, at: this.at });
    ({ tree: this.tree, at: this.at } = step);
    this.save();
  }

  redo(): void {
    const step = this.future.pop();
    if (!step) return;
    this.past.push({ tree: this.tree, at: this.at });
    ({ tree: this.tree, at: this.at } = step);
    this.save();
  }

  goTo(at: number): void {
    this.at = at;
    this.placeChanged();
  }

  flip(): void {
    this.side = this.side === 'white' ? 'black' : 'white';
    this.placeChanged();
  }

  /**
   * Takes over the moves of a copy that another tab has kept, if they are others than these and newer; the place stays as far as it still
   * exists. Undo brings back what was here.
   */
  follow(record: SavedAnalysis): boolean {
    if (record.changed <= this.changed || record.pgn === pgnText(this.tree)) return false;
    const [tree] = fromPgn(record.pgn).games;
    if (!tree) return false;
    const path = pathTo(this.tree, this.at).map(place => nodeOf(this.tree, place).uci);
    this.past = [...this.past, { tree: this.tree, at: this.at }].slice(-MAX_UNDO);
    this.future = [];
    this.tree = tree;
    this.at = followPath(tree, path);
    this.changed = record.changed;
    return true;
  }

  /** The place alone is not worth keeping an analysis for. */
  private placeChanged(): void {
    if (this.id === null) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), PLACE_PAUSE);
  }

  save(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const first = this.id === null;
    this.id ??= newId();
    const record = this.record(this.id);
    this.changed = record.changed;
    saveAnalysis(record);
    if (first) this.kept(this.id);
  }

  /** Nothing more of it is kept. */
  discard(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** The screen is left. */
  close(): void {
    if (this.timer !== undefined) this.save();
  }

  private record(id: string): SavedAnalysis {
    const { tree, side, source } = this;
    return {
      id,
      changed: Date.now(),
      title: titleOf(tree),
      pgn: pgnText(tree),
      path: pathTo(tree, this.at).map(place => nodeOf(tree, place).uci),
      side,
      source: source && { collection: source.collection, game: source.game },
      report: this.report(),
    };
  }
}

/** What a list calls a game: its players, or else its first moves. */
export function titleOf(tree: GameTree): string {
  const name = (tag: string): string => (tagOf(tree, tag) ?? '').replace(/^\?$/, '');
  const [white, black] = [name('White'), name('Black')];
  if (white !== '' || black !== '') return `${white || '?'} – ${black || '?'}`;
  const line = lineFrom(tree, ROOT);
  const moves = line.slice(0, TITLE_PLIES).map((id, index) => {
    const { number, black } = numberBefore(nodeOf(tree, nodeOf(tree, id).parent).fen);
    const { san } = nodeOf(tree, id);
    if (!black) return `${number}. ${san}`;
    return index === 0 ? `${number}… ${san}` : san;
  });
  if (moves.length === 0) return nodeOf(tree, ROOT).fen.split(' ')[0] ?? '';
  return moves.join(' ') + (line.length > TITLE_PLIES ? ' …' : '');
}
