/** The screen of a game: what is heard, and what the hands do. What is seen is in `view.ts`. */
import { go, type Screen } from '../app/router';
import { resetBoard } from '../board/board';
import { piecesOf } from '../board/squares';
import { readMove } from '../core';
import { t } from '../i18n';
import { change, settings } from '../settings/store';
import { playSound, soundOf } from '../sound/sound';
import { announce } from '../ui/announce';
import type { VNode } from '../ui/dom';
import { isLow, remaining, untilNextText } from './clock';
import type { Hands } from './hands';
import { firstLook, lookAt, orientation, shownPly, type Looking } from './looking';
import { actor, colors, onMove, type Action, type Color, type GameModel, type GameTable, type Happening } from './model';
import { initialOf } from './players';
import { gameView } from './view';
import { happeningText, playerName, resultText, spokenText } from './words';

export interface GameScreenOptions {
  table: GameTable;
  redraw: () => void;
  /** Another game like this one. */
  again: () => void;
}

/** How long something that was said is shown. */
const NOTE_STAYS = 6_000;

export class GameScreen implements Screen, Hands {
  private looking: Looking = firstLook;
  private readonly unlisten: () => void;
  /** Whether the own clock has been low since it was last heard. */
  private warned = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private noteTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: GameScreenOptions) {
    this.unlisten = options.table.listen(happening => this.hear(happening));
    document.addEventListener('keydown', this.key);
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.noteTimer);
    document.removeEventListener('keydown', this.key);
    this.unlisten();
    this.options.table.close();
  }

  title(): string {
    const model = this.model();
    const { result, turn } = model.state;
    if (result !== null) return resultText(result);
    if (onMove(model) && model.you !== 'both') return `● ${t('youToMove')}`;
    return t('toMove', { name: playerName(model, turn) });
  }

  view(): VNode {
    const now = performance.now();
    this.waitForClock(now);
    const { table } = this.options;
    return gameView({ model: table.model(), looking: this.looking, hands: this, now, pending: table.pending?.() ?? false });
  }

  private model(): GameModel {
    return this.options.table.model();
  }

  /** Something happened in the game. */
  private hear(happening: Happening | null): void {
    const model = this.model();
    if (happening) {
      const note = happeningText(model, happening);
      if (note !== null) this.note(note);
      this.follow(model, happening);
      const sound = soundOf(model, happening);
      if (sound) playSound(sound);
      announce(spokenText(model, happening) ?? note ?? '');
    }
    this.options.redraw();
  }

  /** What one looks at follows what happens. */
  private follow(model: GameModel, happening: Happening): void {
    const still = { asking: null, promotion: null, staged: null, offerWithMove: false };
    if (happening.what === 'moved') this.looking = { ...this.looking, ...still, ply: null };
    if (happening.what === 'ended') this.looking = { ...this.looking, ...still };
    if (happening.what === 'refused' || happening.what === 'illegalMove') {
      this.looking = { ...this.looking, staged: null };
      resetBoard(model.id);
    }
  }

  private note(note: string): void {
    this.looking = { ...this.looking, note };
    clearTimeout(this.noteTimer);
    this.noteTimer = setTimeout(() => this.look({ note: null }), NOTE_STAYS);
  }

  // The hands

  readonly look = (changes: Partial<Looking>): void => {
    this.looking = { ...this.looking, ...changes };
    this.options.redraw();
  };

  readonly goTo = (ply: number): void => this.look(lookAt(this.model(), this.looking, ply));

  readonly act = (by: Color, action: Action): void => {
    this.looking = { ...this.looking, asking: null };
    this.options.table.act(by, action);
    this.options.redraw();
  };

  readonly moved = (from: string, to: string, premove: boolean): void => {
    const { state, agreement, id } = this.model();
    const read = readMove(state.fen, agreement.chess960, from + to);
    if (read.is === 'promotion') {
      if (premove || settings().autoQueen) this.play(`${from}${to}q`);
      else this.look({ promotion: { from, to, premove } });
    } else if (read.is === 'legal') this.play(read.uci, read.san);
    else if (agreement.conduct === 'tournament') this.play(from + to);
    else {
      resetBoard(id);
      this.options.redraw();
    }
  };

  readonly promote = (letter: string): void => {
    const { promotion } = this.looking;
    if (promotion) this.play(`${promotion.from}${promotion.to}${letter}`);
  };

  /** A move is made, or waits: for a confirmation, or over the board for the clock. */
  private play(move: string, text = move): void {
    const { agreement, state } = this.model();
    const waits = agreement.conduct === 'tournament' ? state.clock.white !== null : settings().confirmMoves;
    if (waits) this.look({ staged: { move, text }, promotion: null });
    else this.send(move);
  }

  private send(move: string): void {
    const by = actor(this.model());
    if (by === null) return;
    const offer = this.looking.offerWithMove;
    this.looking = { ...this.looking, staged: null, promotion: null, offerWithMove: false };
    this.act(by, offer ? { do: 'move', move, offer_draw: true } : { do: 'move', move });
  }

  readonly complete = (): void => {
    if (this.looking.staged) this.send(this.looking.staged.move);
  };

  readonly unstage = (): void => {
    resetBoard(this.model().id);
    this.look({ staged: null, promotion: null, offerWithMove: false });
  };

  /** K01: over the board the touch of a piece counts. */
  readonly touched = (square: string): void => {
    const model = this.model();
    const by = actor(model);
    if (by !== null && onMove(model) && piecesOf(model.state.fen).has(square)) this.options.table.act(by, { do: 'touch', square });
  };

  readonly typed = (text: string): void => this.read(text, move => this.send(move));
  readonly claimed = (text: string): void => this.read(text, move => this.act(this.model().state.turn, { do: 'claim', move }));

  /** Does something with the move that a text means. */
  private read(text: string, does: (move: string) => void): void {
    const model = this.model();
    const read = readMove(model.state.fen, model.agreement.chess960, text);
    if (read.is === 'legal' && onMove(model)) {
      does(read.uci);
      return;
    }
    const note = onMove(model) ? t('moveNotUnderstood', { text }) : t('refused', { why: t('noTurn') });
    this.note(note);
    announce(note);
    this.options.redraw();
  }

  readonly say = (text: string): void => this.options.table.say?.(text);
  readonly again = (): void => this.options.again();
  readonly analyse = (): void => go(this.analysisAddress());

  readonly toggleSound = (): void => change({ sound: !settings().sound });

  readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    if (Math.abs(event.deltaY) >= 4) this.goTo(shownPly(this.model(), this.looking) + Math.sign(event.deltaY));
  };

  private readonly key = (event: KeyboardEvent): void => {
    const target = event.target as Element | null;
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('input, select, textarea, dialog, [role=grid], [role=dialog]')) return;
    const ply = shownPly(this.model(), this.looking);
    const last = this.model().moves.length;
    const places: Record<string, number> = { ArrowLeft: ply - 1, ArrowRight: ply + 1, ArrowUp: 0, Home: 0, ArrowDown: last, End: last };
    const wanted = places[event.key];
    if (wanted !== undefined) this.goTo(wanted);
    else if (event.key === 'f') this.look({ flipped: !this.looking.flipped });
    else if (event.key === ' ' && this.looking.staged && !target?.closest('button, a')) this.complete();
    else if (event.key === 'Escape' && this.looking.staged) this.unstage();
    else return;
    event.preventDefault();
  };

  /** The next drawing comes when a clock shows something else. */
  private waitForClock(now: number): void {
    clearTimeout(this.timer);
    const model = this.model();
    const { running } = model.state;
    const left = running && remaining(model, running, now);
    if (left) this.warn(model, left);
    const waits = [running && left ? untilNextText(left) : null, model.gone ? 500 : null];
    const soonest = Math.min(...waits.filter(wait => wait !== null));
    if (Number.isFinite(soonest)) this.timer = setTimeout(this.options.redraw, soonest);
  }

  /** One's own clock is heard once when it becomes low. */
  private warn(model: GameModel, left: number): void {
    const { running } = model.state;
    if (running === null || running !== model.you) return;
    const low = isLow(left, initialOf(model.agreement.time[running]));
    if (low && !this.warned) playSound('low');
    this.warned = low;
  }

  private analysisAddress(): string {
    const model = this.model();
    const query = new URLSearchParams();
    if (model.startFen) query.set('fen', model.startFen);
    if (model.agreement.chess960) query.set('variant', 'chess960');
    query.set('moves', model.moves.join(' '));
    query.set('side', orientation(model, this.looking));
    for (const color of colors) query.set(color, playerName(model, color));
    if (model.state.result) query.set('result', model.state.result);
    return `/analysis#${query}`;
  }
}
