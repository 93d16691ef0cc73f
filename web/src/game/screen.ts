/** The screen of a game: its view state and handlers. What is drawn is in `view.ts`. */

import { movePiece, resetBoard } from '../board/board';
import { piecesOf } from '../board/squares';
import { readMove } from '../core';
import { t } from '../i18n';
import { playSound } from '../sound/sound';
import { announce } from '../ui/announce';
import type { VNode } from '../ui/dom';
import { notify } from '../ui/notify';
import { go, type Screen } from '../ui/router';
import { change, settings } from '../ui/settings';
import type { PlayerAction } from '../wire';
import { clockText, isLow, remaining, untilNextText } from './clock';
import { answer } from './commands';
import type { Cue } from './cues';
import type { Handlers } from './handlers';
import { actor, type Color, colors, type GameModel, type GameTable, isOver, onMove } from './model';
import { initialOf } from './players';
import { afterPremoves, isPromotion, premoveUci } from './premoves';
import { soundOf } from './sounds';
import { gameView } from './view';
import { initialViewState, lastPly, lookAt, orientation, shownPly, type ViewState } from './view-state';
import { cueText, playerName, resultFor, spokenText } from './words';

export interface GameScreenOptions {
  table: GameTable;
  redraw: () => void;
  /** Starts another game with the same terms. */
  again: () => void;
}

/** How long a note is shown, in milliseconds. */
const NOTE_DURATION = 6_000;
/** Notes that arrive within this many milliseconds are shown together. */
const MERGE_WINDOW = 50;

export class GameScreen implements Screen, Handlers {
  private viewState: ViewState = initialViewState;
  private readonly unlisten: () => void;
  /** Whether the warning about the user's low clock has been given; reset when the clock is no longer low. */
  private warned = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private noteTimer: ReturnType<typeof setTimeout> | undefined;
  private notedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: GameScreenOptions) {
    this.unlisten = options.table.listen(cue => this.receive(cue));
    document.addEventListener('keydown', this.key);
    document.addEventListener('keydown', this.pressClock, { capture: true });
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.noteTimer);
    document.removeEventListener('keydown', this.key);
    document.removeEventListener('keydown', this.pressClock, { capture: true });
    this.unlisten();
    this.options.table.close();
  }

  title(): string {
    const model = this.model();
    const { result, turn } = model.state;
    if (result !== null) return resultFor(model, result);
    if (onMove(model) && model.you !== 'both') return `● ${t('youToMove')}`;
    return t('toMove', { name: playerName(model, turn) });
  }

  view(): VNode {
    const now = performance.now();
    this.waitForClock(now);
    const { table } = this.options;
    return gameView({
      model: table.model(),
      viewState: this.viewState,
      handlers: this,
      now,
      pending: table.pending?.() ?? false,
    });
  }

  /** Whether the last position of the game is shown, and not an earlier one. */
  isAtEnd(): boolean {
    return this.viewState.ply === null && this.viewState.mate === null;
  }

  private model(): GameModel {
    return this.options.table.model();
  }

  private receive(cue: Cue | null): void {
    const model = this.model();
    if (cue) {
      const note = cueText(model, cue);
      if (note !== null) this.note(note);
      this.follow(model, cue);
      const sound = soundOf(model, cue);
      if (sound) playSound(sound);
      announce(spokenText(model, cue) ?? note ?? '');
      if (cue.what === 'moved' && model.kind === 'live' && onMove(model)) notify(t('youToMove'));
    }
    this.options.redraw();
  }

  /** Adapts the view state to what just happened. */
  private follow(model: GameModel, cue: Cue): void {
    const still = { asking: null, promotion: null, staged: null, offerWithMove: false };
    if (cue.what === 'moved') {
      // A note about the previous move is out of date, but a promotion of a premove is still to be chosen.
      const promotion = this.viewState.promotion?.premove ? this.viewState.promotion : null;
      this.viewState = { ...this.viewState, ...still, promotion, ply: null, note: null };
      // The opponent's move is drawn first.
      setTimeout(() => this.playPremove(), 0);
    }
    if (cue.what === 'ended' || cue.what === 'started' || cue.what === 'takenBack')
      this.viewState = { ...this.viewState, premoves: [] };
    // Whatever was shown before, the final position is shown.
    if (cue.what === 'ended')
      this.viewState = { ...this.viewState, ...still, ply: null, mate: null, why: null, ending: model.you !== null };
    if (cue.what === 'started') this.viewState = { ...this.viewState, ...still, ply: null, mate: null, ending: false };
    if (cue.what === 'chat' && this.viewState.tab !== 'chat' && model.chat.at(-1)?.color !== model.you)
      this.viewState = { ...this.viewState, unread: this.viewState.unread + 1 };
    if (cue.what === 'refused' || cue.what === 'illegalMove') {
      this.viewState = { ...this.viewState, staged: null };
      resetBoard(model.id);
    }
  }

  private note(said: string): void {
    // Simultaneous events are noted together, so that a penalty does not hide its cause.
    const now = performance.now();
    const before = this.viewState.note;
    const note = before !== null && now - this.notedAt < MERGE_WINDOW ? `${before}. ${said}` : said;
    this.notedAt = now;
    this.viewState = { ...this.viewState, note };
    clearTimeout(this.noteTimer);
    this.noteTimer = setTimeout(() => this.look({ note: null }), NOTE_DURATION);
  }

  // Handlers

  readonly look = (changes: Partial<ViewState>): void => {
    this.viewState = { ...this.viewState, ...changes };
    this.options.redraw();
  };

  readonly goTo = (ply: number): void => this.look(lookAt(this.model(), this.viewState, ply));

  readonly act = (by: Color, action: PlayerAction): void => {
    this.viewState = { ...this.viewState, asking: null };
    this.options.table.act(by, action);
    this.options.redraw();
  };

  readonly premoved = (from: string, to: string): void => {
    const { premoves } = this.viewState;
    const premove = { from, to };
    const promotes = isPromotion(afterPremoves(this.model().state.fen, premoves), premove);
    if (promotes && !settings().autoQueen) this.look({ promotion: { from, to, premove: true } });
    else this.look({ premoves: [...premoves, promotes ? { ...premove, promotion: 'q' } : premove] });
  };

  readonly cancelPremoves = (): void => this.look({ premoves: [] });

  /** On the user's turn, plays the first premove; if it is illegal, all premoves are cancelled. */
  private playPremove(): void {
    const model = this.model();
    const [first, ...rest] = this.viewState.premoves;
    if (!first || !onMove(model)) return;
    const read = readMove(model.state.fen, model.agreement.variant, premoveUci(first));
    const legal = read.is === 'legal';
    this.viewState = { ...this.viewState, premoves: legal ? rest : [] };
    if (legal) this.send(read.uci);
    else this.options.redraw();
  }

  readonly moved = (from: string, to: string, premove: boolean): void => {
    const { state, agreement, id } = this.model();
    const wrong = this.viewState.staged?.wrong;
    if (wrong) {
      this.unstage();
      if (to === wrong.from) return;
      movePiece(id, wrong.from, to);
      this.moved(wrong.from, to, premove);
      return;
    }
    const read = readMove(state.fen, agreement.variant, from + to);
    if (read.is === 'promotion') {
      if (settings().autoQueen) this.play(`${from}${to}q`);
      else this.look({ promotion: { from, to, premove } });
    } else if (read.is === 'legal') this.play(read.uci, read.san);
    else if (agreement.conduct === 'tournament' && state.clock.white !== null) {
      // An illegal move can be corrected until the clock is pressed.
      const text = from + to;
      this.look({ staged: { move: text, text, wrong: { from, to } }, promotion: null });
    } else {
      resetBoard(id);
      this.options.redraw();
    }
  };

  readonly promote = (letter: string): void => {
    const { promotion } = this.viewState;
    if (!promotion) return;
    const { from, to, premove } = promotion;
    if (premove) {
      const premoves = [...this.viewState.premoves, { from, to, promotion: letter }];
      this.look({ premoves, promotion: null });
      // The opponent may have moved in the meantime.
      this.playPremove();
    } else this.play(`${from}${to}${letter}`);
  };

  /** Makes a move, or stages it until it is confirmed or, under tournament conduct, until the clock is pressed. */
  private play(move: string, text = move): void {
    const { agreement, state } = this.model();
    const waits = agreement.conduct === 'tournament' ? state.clock.white !== null : settings().confirmMoves;
    if (waits) this.look({ staged: { move, text }, promotion: null });
    else this.send(move);
  }

  private send(move: string): void {
    const by = actor(this.model());
    if (by === null) return;
    const offer = this.viewState.offerWithMove;
    this.viewState = { ...this.viewState, staged: null, promotion: null, offerWithMove: false };
    this.act(by, offer ? { do: 'move', move, offer_draw: true } : { do: 'move', move });
  }

  readonly complete = (): void => {
    if (this.viewState.staged) this.send(this.viewState.staged.move);
  };

  readonly unstage = (): void => {
    resetBoard(this.model().id);
    this.look({ staged: null, promotion: null, offerWithMove: false });
  };

  /** K01: under tournament conduct, touching a piece counts. */
  readonly touched = (square: string): void => {
    const model = this.model();
    const by = actor(model);
    if (by !== null && onMove(model) && piecesOf(model.state.fen).has(square))
      this.options.table.act(by, { do: 'touch', square });
  };

  readonly typed = (text: string): void => {
    const answered = answer(this.model(), text, performance.now());
    if (answered === null) {
      this.read(text, move => this.send(move));
      return;
    }
    this.note(answered);
    announce(answered);
    this.options.redraw();
  };
  readonly claimed = (text: string): void =>
    this.read(text, move => this.act(this.model().state.turn, { do: 'claim', move }));

  /** Parses a move and passes it to `act`, or notes why it is not possible. */
  private read(text: string, act: (move: string) => void): void {
    const model = this.model();
    const read = readMove(model.state.fen, model.agreement.variant, text);
    if (read.is === 'legal' && onMove(model)) {
      act(read.uci);
      return;
    }
    const note = onMove(model) ? t('moveNotUnderstood', { text }) : t('refused', { why: t('noTurn') });
    this.note(note);
    announce(note);
    this.options.redraw();
  }

  readonly say = (text: string): void => this.options.table.say?.(text);
  readonly again = (): void => this.options.again();
  readonly newGame = (): void => go('/');
  readonly analyse = (): void => void this.analysisAddress().then(go);

  readonly toggleSound = (): void => change({ sound: !settings().sound });

  readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    if (Math.abs(event.deltaY) >= 4) this.goTo(shownPly(this.model(), this.viewState) + Math.sign(event.deltaY));
  };

  private readonly key = (event: KeyboardEvent): void => {
    const target = event.target as Element | null;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target?.closest('input, select, textarea, dialog, [role=grid], [role=dialog][aria-modal]')
    )
      return;
    const ply = shownPly(this.model(), this.viewState);
    const last = lastPly(this.model(), this.viewState);
    const places: Record<string, number> = {
      ArrowLeft: ply - 1,
      ArrowRight: ply + 1,
      ArrowUp: 0,
      Home: 0,
      ArrowDown: last,
      End: last,
    };
    const wanted = places[event.key];
    if (wanted !== undefined) this.goTo(wanted);
    else if (event.key === 'f') this.look({ flipped: !this.viewState.flipped });
    else if (event.key === ' ' && this.viewState.staged && !target?.closest('button, a')) this.complete();
    else if (event.key === 'Escape' && this.viewState.staged) this.unstage();
    else if (event.key === 'Escape' && this.viewState.ending) this.look({ ending: false });
    else return;
    event.preventDefault();
  };

  /** Under tournament conduct Space presses the clock, whatever has the focus, except in a field that contains text. */
  private readonly pressClock = (event: KeyboardEvent): void => {
    const { target } = event;
    const writing =
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement &&
        !/^(checkbox|radio|range|button)$/.test(target.type) &&
        target.value !== '');
    const over = this.model().agreement.conduct === 'tournament';
    if (event.key !== ' ' || !over || !this.viewState.staged || writing) return;
    event.preventDefault();
    event.stopPropagation();
    this.complete();
  };

  /** Schedules the next redraw for when the text of a clock changes. */
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

  /** Warns once when the user's own clock becomes low. */
  private warn(model: GameModel, left: number): void {
    const { running } = model.state;
    if (running === null || running !== model.you) return;
    const low = isLow(left, initialOf(model.agreement.time[running]));
    if (low && !this.warned) {
      playSound('low');
      announce(t('lowTime', { time: clockText(left) }));
    }
    this.warned = low;
  }

  /** A finished game is passed on as PGN, with its clocks; if that cannot be fetched, its moves alone are. */
  private async analysisAddress(): Promise<string> {
    const model = this.model();
    const side = orientation(model, this.viewState);
    const pgn = isOver(model) ? await this.options.table.pgn().catch(() => '') : '';
    if (pgn !== '') return `/analysis#${new URLSearchParams({ pgn, side })}`;
    const query = new URLSearchParams();
    if (model.startFen) query.set('fen', model.startFen);
    if (model.agreement.variant === 'chess960') query.set('variant', 'chess960');
    query.set('moves', model.moves.join(' '));
    query.set('side', side);
    for (const color of colors) query.set(color, playerName(model, color));
    if (model.state.result) query.set('result', model.state.result);
    return `/analysis#${query}`;
  }
}
