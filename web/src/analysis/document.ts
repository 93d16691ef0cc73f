/** The analysis on the screen: its tree, its undo history, and its saved copy. */
import { type SavedAnalysis, type SavedReport, saveAnalysis } from '../storage/analyses';
import { newId } from '../ui/id';
import type { Side } from '../wire';
import { fromPgn } from './load';
import type { OpenedAnalysis, Source } from './opened';
import { pgnText } from './pgn-text';
import { followPath, type GameTree, lineFrom, nodeOf, numberBefore, pathTo, ROOT, tagOf } from './tree';

interface UndoState {
  tree: GameTree;
  at: number;
}

/** At most this many changes can be undone. */
const MAX_UNDO = 200;
/** Milliseconds after the last step through the game until the current node is saved. */
const SAVE_DELAY = 400;
/** A game without players' names is titled with its first half-moves, at most this many. */
const TITLE_PLIES = 6;

export class AnalysisDocument {
  tree: GameTree;
  at: number;
  side: Side;
  id: string | null;
  readonly source: Source | null;
  private past: UndoState[] = [];
  private future: UndoState[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When this copy was last saved. */
  private changed = 0;

  /**
   * `report` returns the report to save with the moves; `kept` is called with the id when the analysis is first saved.
   */
  constructor(
    opened: OpenedAnalysis,
    private readonly report: () => SavedReport | null,
    private readonly kept: (id: string) => void,
  ) {
    ({ tree: this.tree, at: this.at, side: this.side, id: this.id, source: this.source } = opened);
  }

  /** Whether nothing would be lost by replacing this analysis. */
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
   * Adopts the moves that another tab has saved, if they differ and are newer; the current node is kept as far as it
   * still exists. Undo restores the old moves.
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

  /** A change of node alone does not cause a new analysis to be saved. */
  private placeChanged(): void {
    if (this.id === null) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), SAVE_DELAY);
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

  /** Cancels a pending save. */
  discard(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Completes a pending save. */
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

/** The title of a game in lists: its players, or else its first moves. */
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
