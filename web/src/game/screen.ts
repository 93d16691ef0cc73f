/** The screen of a game: what is looked at, what is asked, and what the hands do. */
import { go, type Screen } from '../app/router';
import { board, resetBoard } from '../board/board';
import { promotion } from '../board/promotion';
import { inspect, readMove } from '../core';
import { t } from '../i18n';
import { change, settings } from '../settings/store';
import { playSound, soundOf } from '../sound/sound';
import { announce } from '../ui/announce';
import { button, h, type VNode } from '../ui/dom';
import { actions, prompts, type ActionsView } from './actions';
import { arbiterPanel } from './arbiter';
import { chat } from './chat';
import { isLow, remaining, untilNextText } from './clock';
import { moveEntry } from './entry';
import { firstLook, lookAt, orientation, shownPly, steps, type Looking } from './looking';
import { actor, colors, isOver, onMove, opposite, type Action, type Color, type GameModel, type GameTable, type Happening } from './model';
import { moveList, moveSteps, numbering } from './moves';
import { outcome } from './outcome';
import { initialOf, player } from './players';
import { happeningText, playerName, reasonText, resultText } from './words';

export interface GameScreenOptions {
  table: GameTable;
  redraw: () => void;
  /** Another game like this one. */
  again: () => void;
}

export class GameScreen implements Screen {
  private looking: Looking = firstLook;
  private readonly unlisten: () => void;
  /** The move at which the own clock became low; none while it is not. */
  private warnedAt: number | null = null;
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
    if (result !== null) return `${resultText(result)}`;
    if (onMove(model) && model.you !== 'both') return `● ${t('youToMove')}`;
    return t('toMove', { name: playerName(model, turn) });
  }

  private model(): GameModel {
    return this.options.table.model();
  }

  private look(changes: Partial<Looking>): void {
    this.looking = { ...this.looking, ...changes };
    this.options.redraw();
  }

  /** Something happened in the game. */
  private hear(happening: Happening | null): void {
    const model = this.model();
    if (happening) {
      const note = happeningText(model, happening);
      if (note !== null) this.note(note);
      if (happening.what === 'moved') this.looking = { ...this.looking, ply: null, staged: null, offerWithMove: false, asking: null };
      if (happening.what === 'ended') this.looking = { ...this.looking, asking: null, promotion: null, staged: null };
      if (happening.what === 'refused' || happening.what === 'illegalMove') {
        this.looking = { ...this.looking, staged: null };
        resetBoard(model.id);
      }
      const sound = soundOf(model, happening);
      if (sound) playSound(sound);
      announce(this.spoken(model, happening) ?? note ?? '');
    }
    this.options.redraw();
  }

  /** For screen readers: the move, check (law C05), and how it ended. */
  private spoken(model: GameModel, happening: Happening): string | null {
    const { result, reason, check } = model.state;
    if (happening.what === 'moved') {
      const mover = playerName(model, opposite(model.state.turn));
      const checked = check && result === null && settings().announceCheck && model.agreement.conduct === 'online';
      return `${mover}: ${happening.san}${checked ? `. ${t('check')}` : ''}`;
    }
    if (happening.what === 'ended' && result !== null) return `${resultText(result)}, ${reason ? reasonText(reason) : ''}`;
    if (happening.what === 'drawOffered' && model.you !== happening.by) {
      return t('drawOfferedTo', { name: playerName(model, happening.by) });
    }
    return null;
  }

  private note(note: string): void {
    this.looking = { ...this.looking, note };
    clearTimeout(this.noteTimer);
    this.noteTimer = setTimeout(() => this.look({ note: null }), 6000);
  }

  private readonly act = (by: Color, action: Action): void => {
    this.looking = { ...this.looking, asking: null };
    this.options.table.act(by, action);
    this.options.redraw();
  };

  /** A piece was put down. */
  private readonly moved = (from: string, to: string, premove: boolean): void => {
    const model = this.model();
    const tournament = model.agreement.conduct === 'tournament';
    const read = readMove(model.state.fen, model.agreement.chess960, from + to);
    if (read.is === 'promotion') {
      if (premove || settings().autoQueen) this.play(`${from}${to}q`);
      else this.look({ promotion: { from, to, premove } });
    } else if (read.is === 'legal') this.play(read.uci, read.san);
    else if (tournament) this.play(from + to);
    else {
      resetBoard(model.id);
      this.options.redraw();
    }
  };

  /** A move is made, or waits: for a confirmation, or over the board for the clock. */
  private play(move: string, text = move): void {
    const model = this.model();
    const tournament = model.agreement.conduct === 'tournament';
    const clocked = model.state.clock.white !== null;
    if (tournament ? clocked : settings().confirmMoves) this.look({ staged: { move, text }, promotion: null });
    else this.send(move);
  }

  private send(move: string): void {
    const by = actor(this.model());
    if (by === null) return;
    const offer = this.looking.offerWithMove;
    this.looking = { ...this.looking, staged: null, promotion: null, offerWithMove: false };
    this.act(by, offer ? { do: 'move', move, offer_draw: true } : { do: 'move', move });
  }

  private readonly unstage = (): void => {
    resetBoard(this.model().id);
    this.look({ staged: null, promotion: null, offerWithMove: false });
  };

  private readonly typed = (text: string): void => {
    const model = this.model();
    const read = readMove(model.state.fen, model.agreement.chess960, text);
    if (read.is === 'legal' && onMove(model)) this.send(read.uci);
    else {
      const note = onMove(model) ? t('moveNotUnderstood', { text }) : t('refused', { why: t('noTurn') });
      this.note(note);
      announce(note);
      this.options.redraw();
    }
  };

  private readonly key = (event: KeyboardEvent): void => {
    const target = event.target as Element | null;
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('input, select, textarea, dialog, [role=grid]')) return;
    const model = this.model();
    const ply = shownPly(model, this.looking);
    const targets: Record<string, number> = {
      ArrowLeft: ply - 1,
      ArrowRight: ply + 1,
      ArrowUp: 0,
      Home: 0,
      ArrowDown: model.moves.length,
      End: model.moves.length,
    };
    const wanted = targets[event.key];
    if (wanted !== undefined) this.look(lookAt(model, this.looking, wanted));
    else if (event.key === 'f') this.look({ flipped: !this.looking.flipped });
    else if (event.key === ' ' && this.looking.staged && !target?.closest('button, a')) this.send(this.looking.staged.move);
    else if (event.key === 'Escape' && this.looking.staged) this.unstage();
    else return;
    event.preventDefault();
  };

  private readonly wheel = (event: WheelEvent): void => {
    const model = this.model();
    event.preventDefault();
    if (Math.abs(event.deltaY) < 4) return;
    this.look(lookAt(model, this.looking, shownPly(model, this.looking) + Math.sign(event.deltaY)));
  };

  /** One's own clock is heard once when it becomes low. */
  private warn(model: GameModel, left: number): void {
    const { running, ply } = model.state;
    if (running === null || running !== model.you) return;
    const low = isLow(left, initialOf(model.agreement.time));
    if (low && this.warnedAt === null) playSound('low');
    this.warnedAt = low ? (this.warnedAt ?? ply) : null;
  }

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

  view(): VNode {
    const model = this.model();
    const now = performance.now();
    this.waitForClock(now);
    const { looking } = this;
    const side = orientation(model, looking);
    const mateLine = looking.mate === null ? [] : (model.state.mating_line ?? []);
    const all = steps(model, mateLine);
    const ply = looking.mate === null ? shownPly(model, looking) : model.moves.length + looking.mate;
    const shown = all[ply];
    const stagedToPress = looking.staged !== null && model.agreement.conduct === 'tournament';
    const strip = (color: Color, place: 'top' | 'bottom') =>
      player({
        model,
        color,
        place,
        now,
        material: shown?.material,
        press: stagedToPress && color === model.state.turn ? () => looking.staged && this.send(looking.staged.move) : undefined,
      });
    return h('div.game', { class: { over: isOver(model) } }, [
      strip(opposite(side), 'top'),
      h('div.game-board', { on: { wheel: this.wheel } }, [
        this.board(model, side, ply, all.length),
        looking.promotion
          ? promotion({
              color: model.state.turn,
              to: looking.promotion.to,
              orientation: side,
              choose: letter => looking.promotion && this.play(`${looking.promotion.from}${looking.promotion.to}${letter}`),
              cancel: this.unstage,
            })
          : null,
        h('p#board-help.visually-hidden', null, t('boardHelp')),
      ]),
      strip(side, 'bottom'),
      this.side(model, ply),
    ]);
  }

  private board(model: GameModel, side: Color, ply: number, count: number): VNode {
    const mateLine = this.looking.mate === null ? [] : (model.state.mating_line ?? []);
    const shown = steps(model, mateLine)[ply];
    const live = ply === model.moves.length && this.looking.mate === null;
    const seated = model.you !== null && !isOver(model) && live && !model.state.paused;
    const tournament = model.agreement.conduct === 'tournament';
    const fen = shown?.fen ?? model.state.fen;
    const turn: Color = fen.split(' ')[1] === 'b' ? 'black' : 'white';
    return board({
      key: model.id,
      fen,
      orientation: side,
      turn,
      check: shown?.check ?? false,
      lastMove: shown?.played ? [shown.played.from, shown.played.to] : null,
      movable: seated && this.looking.staged === null ? (model.you as Color | 'both') : null,
      dests: seated && onMove(model) ? this.dests(model) : {},
      free: tournament,
      premovable: seated && model.you !== 'both' && !tournament,
      onMove: this.moved,
      ...(tournament && seated && this.looking.staged === null ? { onSelect: this.touched } : {}),
      onShapes: () => undefined,
      keyboard: count > 0,
    });
  }

  private dests(model: GameModel): Record<string, string[]> {
    if (model.state.dests) return model.state.dests;
    const inspection = inspect(model.state.fen, model.agreement.chess960);
    return inspection.is === 'playable' ? inspection.dests : {};
  }

  /** K01: over the board a touch counts. Empty squares can be touched by anybody. */
  private readonly touched = (square: string): void => {
    const model = this.model();
    const by = actor(model);
    if (by !== null && !isOver(model)) this.options.table.act(by, { do: 'touch', square });
  };

  private side(model: GameModel, ply: number): VNode {
    const { looking } = this;
    const all = steps(model, looking.mate === null ? [] : (model.state.mating_line ?? []));
    const game = all.slice(0, model.moves.length + 1);
    const movesView = {
      steps: game,
      ply: looking.mate === null ? ply : -1,
      ...numbering(game[0]?.fen ?? ''),
      go: (target: number) => this.look(lookAt(model, looking, target)),
    };
    const actionsView: ActionsView = {
      model,
      looking,
      act: this.act,
      ask: asking => this.look({ asking }),
      offerWithMove: () => this.look({ offerWithMove: true }),
      again: this.options.again,
      analyse: () => go(this.analysisAddress(model)),
      muted: !settings().sound,
      toggleSound: () => {
        change({ sound: !settings().sound });
        this.options.redraw();
      },
    };
    return h('section.game-side', { attrs: { 'aria-label': t('moves') } }, [
      model.connected ? null : h('p.connection', { attrs: { role: 'alert' } }, t('connectionLost')),
      this.tabs(model),
      looking.tab === 'chat'
        ? chat(model, text => this.options.table.say?.(text))
        : looking.tab === 'arbiter'
          ? arbiterPanel({ model, act: this.act })
          : h('div.sheet', null, [moveList(movesView), outcome({ model, steps: this.withMate(model), mate: looking.mate, showMate: mate => this.look({ mate, ply: null }) })]),
      moveSteps(movesView, () => this.look({ flipped: !looking.flipped })),
      h('div.talk', null, [
        looking.note ? h('p.note', null, looking.note) : null,
        model.state.paused ? h('p.note', null, t('clocksStopped')) : null,
        this.stagedPrompt(model),
        prompts(actionsView),
      ]),
      actions(actionsView),
      onMove(model) || (model.you !== null && !isOver(model)) ? moveEntry(this.typed) : null,
    ]);
  }

  private withMate(model: GameModel) {
    // The whole line is named, whether it is looked at or not.
    return steps(model, model.state.mating_line ?? []);
  }

  private stagedPrompt(model: GameModel): VNode | null {
    const { staged } = this.looking;
    if (!staged) return null;
    const tournament = model.agreement.conduct === 'tournament';
    return h('div.prompt', { attrs: { role: 'group' } }, [
      h('p', null, tournament ? t('pressClockHint') : t('confirmMove', { move: staged.text })),
      h('div.prompt-buttons', null, [
        button('.primary', { does: () => this.send(staged.move) }, tournament ? t('pressClock') : t('confirm')),
        tournament ? null : button('', { does: this.unstage }, t('cancel')),
      ]),
    ]);
  }

  private tabs(model: GameModel): VNode | null {
    const arbiter = model.agreement.conduct === 'tournament' && model.kind === 'here';
    const talking = model.agreement.chat && model.kind === 'live';
    if (!arbiter && !talking) return null;
    const tab = (name: Looking['tab'], label: string): VNode =>
      h(
        'button.tab',
        {
          class: { current: this.looking.tab === name },
          attrs: { type: 'button', 'aria-pressed': String(this.looking.tab === name) },
          on: { click: () => this.look({ tab: name }) },
        },
        label,
      );
    return h('div.tabs', null, [
      tab('moves', t('moves')),
      talking ? tab('chat', t('chat')) : null,
      arbiter ? tab('arbiter', t('arbiter')) : null,
      model.presence && model.presence.watchers > 0 ? h('span.watchers', null, t('spectators', { count: model.presence.watchers })) : null,
    ]);
  }

  private analysisAddress(model: GameModel): string {
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
