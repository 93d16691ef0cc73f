/** A game against the engine in this browser. */
import { Engine, Stopped, type Choice } from '../engine/client';
import type { Cue } from '../game/cues';
import { isOver, opposite, type Color } from '../game/model';
import type { PlayerAction } from '../wire';
import { LocalTable } from './table';
import type { SavedGame } from './save';

/** So fast a move would look like no move at all. */
const SHORTEST_THOUGHT = 350;

export class ComputerTable extends LocalTable {
  private readonly engine = new Engine();
  private readonly computer: Color;
  /** Whether a draw would suit it, as it saw the game when it moved. */
  private wantsDraw = false;
  private closed = false;

  constructor(saved: SavedGame) {
    super(saved);
    this.computer = opposite(saved.you === 'black' ? 'black' : 'white');
    void this.answer();
  }

  override act(by: Color, action: PlayerAction): void {
    super.act(by, action);
    if (by === this.computer) return;
    const { draw_offer, takeback } = this.shown.state;
    // Takebacks are always granted; whether a draw is, depends on how it stands.
    if (takeback === by) this.answered({ do: 'takeback' });
    if (draw_offer === by) this.answered({ do: this.wantsDraw ? 'draw' : 'decline' });
    void this.answer();
  }

  override close(): void {
    this.closed = true;
    this.engine.close();
    super.close();
  }

  protected override report(cue: Cue | null): void {
    // What the computer declines would otherwise be said twice.
    if (cue?.what === 'refused' && this.closed) return;
    super.report(cue);
  }

  private answered(action: { do: 'takeback' | 'draw' | 'decline' }): void {
    this.tell({ ...action, by: this.computer, at: this.now() });
  }

  /** Moves, if it is the computer's turn. */
  private async answer(): Promise<void> {
    const { shown, saved } = this;
    if (isOver(shown) || shown.state.turn !== this.computer || this.closed) {
      this.engine.stop();
      return;
    }
    const ply = shown.moves.length;
    const begun = performance.now();
    const left = shown.state.clock[this.computer];
    let choice: Choice;
    try {
      choice = await this.engine.choose(saved.level ?? 1, saved.seed ?? 1, {
        fen: shown.startFen,
        variant: shown.agreement.variant,
        moves: shown.moves,
        ...(left === null ? {} : { clock: left, increment: incrementOf(shown.agreement.time[this.computer]) }),
      });
    } catch (error) {
      if (!(error instanceof Stopped) && !this.closed) {
        this.report({ what: 'refused', code: 'engine', why: String(error) });
      }
      return;
    }
    const wait = Math.min(SHORTEST_THOUGHT, (left ?? Infinity) / 20) - (performance.now() - begun);
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
    if (this.closed || this.shown.moves.length !== ply || isOver(this.shown) || choice.best === null) return;
    this.wantsDraw = choice.agrees_to_draw.includes(this.computer);
    // Where a claim holds, the one signal for a draw makes it.
    const claims = choice.claims_draw && this.shown.state.claimable !== null;
    this.tell({ ...(claims ? { do: 'draw' } : { do: 'move', move: choice.best }), by: this.computer, at: this.now() });
  }
}

/** The milliseconds that each move adds, where the control is of that kind. */
function incrementOf(time: string): number {
  return Number(/^\d+\+(\d+(\.\d+)?)$/.exec(time)?.[1] ?? 0) * 1000;
}
