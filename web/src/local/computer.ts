/** A game against the engine in this browser. */
import { type Choice, Engine, Stopped } from '../engine/client';
import { type Color, opposite } from '../game/model';
import { settings } from '../ui/settings';
import type { PlayerAction } from '../wire';
import type { SavedGame } from './save';
import { LocalTable } from './table';

/** Milliseconds before the computer moves; an instant reply would be easy to miss. */
const MIN_THINKING_TIME = 350;

export class ComputerTable extends LocalTable {
  private readonly engine = new Engine();
  private readonly computer: Color;
  private closed = false;

  constructor(saved: SavedGame) {
    super(saved);
    this.computer = opposite(saved.you === 'black' ? 'black' : 'white');
    void this.answer();
  }

  override act(by: Color, action: PlayerAction): void {
    super.act(by, action);
    if (by === this.computer) return;
    this.do(this.arbiter.computerActions(this.computer));
    void this.answer();
  }

  override close(): void {
    this.closed = true;
    this.engine.close();
    super.close();
  }

  private do(actions: PlayerAction[]): void {
    for (const action of actions) this.tell({ ...action, by: this.computer, at: this.now() });
  }

  /** Thinks and acts, if the computer has something to decide. */
  private async answer(): Promise<void> {
    const question = this.closed ? null : this.arbiter.computerQuestion(this.computer, this.now());
    if (!question) {
      this.engine.stop();
      return;
    }
    const { saved, shown } = this;
    const ply = shown.moves.length;
    const begun = performance.now();
    let choice: Choice;
    try {
      choice = await this.engine.choose(
        { level: saved.level ?? 1, rating: saved.rating ?? null },
        saved.seed ?? 1,
        question,
      );
    } catch (error) {
      if (!(error instanceof Stopped) && !this.closed) {
        this.report({ what: 'refused', code: 'engine', why: String(error) });
      }
      return;
    }
    const natural = settings().humanPace ? choice.pace : MIN_THINKING_TIME;
    const wait = Math.min(natural, (question.clock ?? Infinity) / 20) - (performance.now() - begun);
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
    if (this.closed || this.shown.moves.length !== ply || choice.best === null) return;
    this.do(this.arbiter.computerActions(this.computer, choice.best, choice.value));
  }
}
