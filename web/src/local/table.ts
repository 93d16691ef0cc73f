/** A game on this device: the arbiter runs it, and the page keeps its time and saves it. */
import { Arbiter } from '../core';
import { agreementOf } from '../game/agreement';
import { type Cue, cueOf } from '../game/cues';
import { type Color, type GameModel, type GameTable, opposite, type PlayerModel } from '../game/model';
import type { Answer, ArbiterLine, PlayerAction, Start } from '../wire';
import { scoreAfter } from './match';
import { pgnOf } from './pgn';
import { type SavedGame, saveGame, startOf } from './save';

type Listener = (cue: Cue | null) => void;

export class LocalTable implements GameTable {
  protected readonly arbiter = new Arbiter();
  private readonly listeners = new Set<Listener>();
  private readonly start: Start;
  /** The `performance.now()` at which the game's time was zero. */
  private origin: number;
  private flag: ReturnType<typeof setTimeout> | undefined;
  private moves: string[] = [];
  protected shown: GameModel;

  constructor(protected readonly saved: SavedGame) {
    this.start = startOf(saved);
    // The game's time does not pass while the game is not open.
    this.origin = performance.now() - saved.elapsed;
    for (const line of saved.lines) this.follow(this.arbiter.answer(line));
    this.shown = this.buildModel();
    this.save();
    this.waitForFlag();
    addEventListener('pagehide', this.save);
  }

  model(): GameModel {
    return this.shown;
  }

  async pgn(): Promise<string> {
    return pgnOf(this.saved);
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  act(by: Color, action: PlayerAction): void {
    this.tell({ ...action, by, at: this.now() });
  }

  close(): void {
    clearTimeout(this.flag);
    removeEventListener('pagehide', this.save);
    this.save();
    this.listeners.clear();
  }

  /** Milliseconds since the game began. */
  protected now(): number {
    return Math.max(0, Math.floor(performance.now() - this.origin));
  }

  /** Sends a line to the arbiter and reports the outcome to the listeners. */
  protected tell(line: ArbiterLine): Answer {
    const answer = this.arbiter.answer(line);
    if (!answer.ok) {
      this.report({ what: 'refused', code: answer.code ?? 'not_understood', why: answer.refused ?? '' });
      return answer;
    }
    if (answer.events.length > 0) this.saved.lines.push(line);
    this.follow(answer);
    this.shown = this.buildModel();
    this.save();
    this.waitForFlag();
    for (const event of answer.events) this.report(cueOf(event));
    if (answer.events.length === 0) this.report(null);
    return answer;
  }

  private follow(answer: Answer): void {
    for (const event of answer.events) {
      if (event.event === 'move') this.moves.push(event.uci);
      if (event.event === 'takeback') this.moves.splice(this.moves.length - event.moves);
      if (event.event === 'restart') this.moves = [];
    }
  }

  private buildModel(): GameModel {
    const at = this.now();
    const state = this.arbiter.state(at);
    if (!state) throw new Error('the saved game cannot be read');
    const { you, level, rating } = this.saved;
    const computer = you === 'both' ? null : opposite(you);
    const player = (color: Color): PlayerModel =>
      color === computer && level !== undefined
        ? { name: '', level, ...(rating === undefined ? {} : { playsAt: rating }) }
        : { name: '' };
    return {
      id: this.saved.id,
      kind: this.saved.kind,
      you,
      // On one screen the players are their own arbiters.
      arbiter: this.saved.kind === 'here' && this.start.conduct === 'tournament',
      agreement: { ...agreementOf(this.start), chat: false },
      players: { white: player('white'), black: player('black') },
      startFen: this.start.fen ?? null,
      moves: [...this.moves],
      ...(this.saved.before ? { match: scoreAfter(this.saved.before, state.result ?? '*') } : {}),
      state,
      clockedAt: this.origin + at,
      chat: [],
      presence: null,
      rematch: null,
      connected: true,
      gone: null,
    };
  }

  protected report(cue: Cue | null): void {
    for (const listener of this.listeners) listener(cue);
  }

  /** Sends a tick to the arbiter when a flag falls or the default time has passed. */
  private waitForFlag(): void {
    clearTimeout(this.flag);
    const { deadline } = this.shown.state;
    if (deadline === null) return;
    // Browsers allow no longer timeout than this.
    const wait = Math.min(2 ** 31 - 1, Math.max(0, deadline - this.now()));
    this.flag = setTimeout(() => this.tell({ do: 'tick', at: this.now() }), wait);
  }

  private readonly save = (): void => {
    const { state } = this.shown;
    const { fen, ply, result, reason } = state;
    Object.assign(this.saved, { elapsed: this.now(), date: Date.now(), fen, plies: ply, result, reason });
    saveGame(this.saved);
  };
}
