/** The screen for analysis: a game with variations, the engine's word on it, and ways in and out. */
import './analysis.css';
import { board, resetBoard } from '../board/board';
import { promotion } from '../board/promotion';
import { readMove, replay } from '../core';
import { moveEntry } from '../game/entry';
import { type Color, opposite } from '../game/model';
import { language, t } from '../i18n';
import { playSound } from '../sound/sound';
import { announce } from '../ui/announce';
import { copyText } from '../ui/copy';
import { h, type VNode } from '../ui/dom';
import { go, type Screen, type Visit } from '../ui/router';
import { settings } from '../ui/settings';
import { recall, remember } from '../ui/store';
import type { EngineScore, Playable } from '../wire';
import { readAddress, writeAddress } from './address';
import { Analyst } from './analyst';
import { annotate } from './annotate';
import { heading, stepButtons, tools, type Way } from './controls';
import { importDialog, shareDialog } from './dialogs';
import { enginePanel, evaluationBar, MOST_LINES } from './engine-panel';
import { listenForGames } from './incoming';
import { Judgement } from './judgement';
import { fromAddress, fromText, type Loaded } from './load';
import { treeMoves } from './moves';
import { finalScore, lastMoveAt, overText, positionAt, questionAt } from './place';
import { downloadPgn, downloadPicture, linkToGame, pgnText } from './sharing';
import * as game from './tree';

interface Choices {
  engine: boolean;
  lines: number;
}

export class AnalysisScreen implements Screen {
  private games: game.GameTree[] = [];
  private chosen = 0;
  private tree: game.GameTree;
  private at = game.ROOT;
  private side: Color;
  private choices: Choices = { engine: true, lines: 1, ...recall<Partial<Choices>>('analysis') };
  private asking: 'import' | 'share' | null = null;
  private problem: string | null = null;
  private copied: string | null = null;
  private annotating = false;
  private picked: { from: string; to: string } | null = null;
  private readonly analyst: Analyst;
  private readonly judgement: Judgement;
  private readonly unlisten: () => void;
  /** The moves as they were drawn, and what by. */
  private drawn: { by: unknown[]; moves: VNode } | null = null;

  constructor(private readonly visit: Visit) {
    this.analyst = new Analyst(visit.redraw);
    this.judgement = new Judgement(visit.redraw);
    const asked = readAddress(location.hash);
    this.side = asked.side;
    const loaded = fromAddress(asked);
    this.problem = this.problemOf(loaded);
    this.games = loaded.games.length > 0 ? loaded.games : fromAddress(readAddress('')).games;
    this.tree = this.games[0] as game.GameTree;
    if (asked.moves) this.at = game.endOf(this.tree, game.ROOT);
    document.addEventListener('keydown', this.key);
    this.unlisten = listenForGames({ text: text => this.load(text), address: () => this.followAddress() });
  }

  close(): void {
    document.removeEventListener('keydown', this.key);
    this.unlisten();
    this.analyst.close();
    this.judgement.close();
  }

  title(): string {
    const [white, black] = [game.tagOf(this.tree, 'White'), game.tagOf(this.tree, 'Black')];
    return white && black ? `${white} – ${black}` : t('analysis');
  }

  private problemOf({ games, problem }: Loaded): string | null {
    if (problem === null) return null;
    return games.length > 0 ? t('partlyRead', { why: problem }) : t('notRead', { why: problem });
  }

  /** Another game is looked at. */
  private show(games: game.GameTree[], index: number, at = game.ROOT): void {
    this.judgement.forget();
    this.games = games;
    this.chosen = index;
    this.tree = games[index] as game.GameTree;
    this.at = at;
    this.picked = null;
    this.visit.redraw();
  }

  private readonly load = (text: string): void => {
    const loaded = fromText(text);
    this.problem = this.problemOf(loaded) ?? (loaded.games.length === 0 ? t('nothingToRead') : null);
    if (loaded.games.length > 0) {
      this.asking = null;
      this.show(loaded.games, 0);
      // The address no longer says what is seen.
      if (location.hash !== '') history.replaceState(null, '', '/analysis');
    } else if (this.asking === null) announce(this.problem ?? '');
    this.visit.redraw();
  };

  /** The address asks for something else. */
  private followAddress(): void {
    const asked = readAddress(location.hash);
    const loaded = fromAddress(asked);
    this.problem = this.problemOf(loaded);
    this.side = asked.side;
    const [first] = loaded.games;
    if (first) this.show(loaded.games, 0, asked.moves ? game.endOf(first, game.ROOT) : game.ROOT);
  }

  private readonly goTo = (id: number): void => {
    this.at = id;
    this.picked = null;
    this.visit.redraw();
  };

  private step(by: Way): void {
    const node = game.nodeOf(this.tree, this.at);
    const target = {
      first: game.ROOT,
      back: node.parent,
      next: node.children[0] ?? this.at,
      last: game.endOf(this.tree, this.at),
    }[by];
    this.goTo(target);
  }

  private change(tree: game.GameTree, at = this.at): void {
    this.tree = tree;
    this.at = at;
    this.games = this.games.map((known, index) => (index === this.chosen ? tree : known));
    this.picked = null;
    this.problem = null;
    this.visit.redraw();
  }

  /** Plays moves from the place that is looked at, as far as they are legal. */
  private readonly play = (moves: readonly string[]): void => {
    let { tree, at } = this;
    const { fen } = game.nodeOf(tree, at);
    const { steps } = replay({ fen, variant: tree.variant, moves: [...moves] });
    for (const { fen: after, check, played } of steps) {
      if (played) ({ tree, at } = game.play(tree, at, { uci: played.uci, san: played.san, fen: after, check }));
    }
    const last = steps.at(-1)?.played;
    if (last) {
      playSound(last.capture ? 'capture' : 'move');
      announce(last.san);
    }
    this.change(tree, at);
  };

  private readonly moved = (from: string, to: string): void => {
    const read = readMove(this.node().fen, this.tree.variant, from + to);
    if (read.is === 'legal') this.play([read.uci]);
    else if (read.is === 'promotion' && settings().autoQueen) this.play([`${from}${to}q`]);
    else if (read.is === 'promotion') {
      this.picked = { from, to };
      this.visit.redraw();
    } else resetBoard('analysis');
  };

  private readonly typed = (text: string): void => {
    const read = readMove(this.node().fen, this.tree.variant, text);
    if (read.is === 'legal') {
      this.play([read.uci]);
      return;
    }
    this.problem = t('moveNotUnderstood', { text });
    this.visit.redraw();
  };

  private readonly key = (event: KeyboardEvent): void => {
    const target = event.target as Element | null;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target?.closest('input, select, textarea, dialog, [role=grid]')
    )
      return;
    const steps: Record<string, Way> = {
      ArrowLeft: 'back',
      ArrowRight: 'next',
      Home: 'first',
      ArrowUp: 'first',
      End: 'last',
      ArrowDown: 'last',
    };
    const step = steps[event.key];
    if (step) this.step(step);
    else if (event.key === 'f') this.flip();
    else if (event.key === 'l') this.choose({ engine: !this.choices.engine });
    else return;
    event.preventDefault();
  };

  private readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    if (Math.abs(event.deltaY) >= 4) this.step(event.deltaY > 0 ? 'next' : 'back');
  };

  private readonly flip = (): void => {
    this.side = opposite(this.side);
    this.visit.redraw();
  };

  private choose(changes: Partial<Choices>): void {
    this.choices = { ...this.choices, ...changes };
    remember('analysis', this.choices);
    this.visit.redraw();
  }

  private node(): game.MoveNode {
    return game.nodeOf(this.tree, this.at);
  }

  private readonly copy = (what: string, text: string): void => {
    void copyText(text).then(done => {
      this.copied = done ? what : null;
      if (done) announce(t('copied'));
      this.visit.redraw();
    });
  };

  view(): VNode {
    const node = this.node();
    const position = positionAt(this.tree, this.at);
    const over = overText(position);
    const { engine, lines } = this.choices;
    if (engine && !over && !this.judgement.running) this.analyst.think({ ...questionAt(this.tree, this.at), lines });
    else this.analyst.rest();
    return h('div.analysis', { class: { engine } }, [
      engine ? evaluationBar(this.score(position), this.side) : null,
      h('div.analysis-board', { on: { wheel: this.wheel } }, [
        board({
          key: 'analysis',
          fen: node.fen,
          orientation: this.side,
          turn: position?.turn ?? 'white',
          check: node.check,
          lastMove: lastMoveAt(this.tree, this.at),
          movable: 'both',
          dests: position?.dests ?? {},
          shapes: this.shapes(over),
          onMove: this.moved,
          onShapes: () => undefined,
          keyboard: true,
        }),
        this.picked
          ? promotion({
              color: position?.turn ?? 'white',
              to: this.picked.to,
              orientation: this.side,
              choose: letter => this.picked && this.play([`${this.picked.from}${this.picked.to}${letter}`]),
              cancel: () => {
                resetBoard('analysis');
                this.picked = null;
                this.visit.redraw();
              },
            })
          : null,
        h('p#board-help.visually-hidden', null, t('boardHelp')),
      ]),
      this.panel(over),
      this.below(),
      this.dialogs(),
    ]);
  }

  /** The score of the place that is looked at. */
  private score(position: Playable | null): EngineScore | undefined {
    const final = finalScore(position);
    if (final) return final;
    return this.analyst.lines[0]?.score ?? this.judgement.scoreAt(this.at);
  }

  /** The best move as an arrow, once it has been thought about a little. */
  private shapes(over: string | null) {
    const best = this.analyst.lines[0];
    const move = best?.line[0];
    if (over || !this.choices.engine || !best || !move || best.depth < 6) return [];
    return [{ orig: move.slice(0, 2) as 'a1', dest: move.slice(2, 4) as 'a1', brush: 'paleBlue' }];
  }

  private panel(over: string | null): VNode {
    const { engine, lines } = this.choices;
    return h('section.analysis-side', { attrs: { 'aria-label': t('analysis') } }, [
      heading(this.games, this.chosen, index => this.show(this.games, index)),
      enginePanel({
        on: engine,
        running: this.analyst.running,
        problem: this.analyst.problem,
        lines,
        found: this.analyst.lines,
        fen: this.node().fen,
        over,
        toggle: () => this.choose({ engine: !engine }),
        setLines: wanted => this.choose({ lines: Math.max(1, Math.min(MOST_LINES, wanted)) }),
        play: this.play,
      }),
      this.problem ? h('p.note.problem', { attrs: { role: 'alert' } }, this.problem) : null,
      this.moves(),
      this.annotating
        ? annotate({
            tree: this.tree,
            at: this.at,
            comment: text => this.change(game.comment(this.tree, this.at, text)),
            nag: nag => this.change(game.toggleNag(this.tree, this.at, nag)),
            promote: () => this.change(game.promote(this.tree, this.at)),
            makeMain: () => this.change(game.makeMain(this.tree, this.at)),
            remove: () => {
              const { tree, at } = game.remove(this.tree, this.at);
              this.change(tree, at);
            },
          })
        : null,
      stepButtons(this.tree, this.at, way => this.step(way), this.flip),
      tools({
        annotating: this.annotating,
        open: () => this.ask('import'),
        share: () => this.ask('share'),
        notes: () => this.toggleNotes(),
        edit: () =>
          go(
            `/editor#${new URLSearchParams({ fen: this.node().fen, ...(this.tree.variant === 'chess960' ? { variant: 'chess960' } : {}) })}`,
          ),
      }),
    ]);
  }

  private ask(asking: 'import' | 'share'): void {
    this.asking = asking;
    this.problem = null;
    this.visit.redraw();
  }

  private toggleNotes(): void {
    this.annotating = !this.annotating;
    this.visit.redraw();
  }

  /** The moves are drawn anew only when they have changed: the engine speaks many times a second. */
  private moves(): VNode {
    const by = [this.tree, this.at, ...this.judgement.seen, settings(), language()];
    if (!this.drawn || by.some((value, index) => value !== this.drawn?.by[index])) {
      this.drawn = {
        by,
        moves: treeMoves({ tree: this.tree, at: this.at, go: this.goTo, lapses: this.judgement.lapses(this.tree) }),
      };
    }
    return this.drawn.moves;
  }

  /** The course of the game, once it was asked for; and a field to type moves into. */
  private below(): VNode {
    return h('div.analysis-below', null, [
      h('div.analysis-row', null, [
        this.judgement.control(this.tree, this.at),
        moveEntry({ play: this.typed, claim: null }),
      ]),
      this.judgement.course(this.tree, this.at, this.goTo),
    ]);
  }

  private dialogs(): VNode | null {
    const close = (): void => {
      this.asking = null;
      this.copied = null;
      this.visit.redraw();
    };
    if (this.asking === 'import') return importDialog({ problem: this.problem, load: this.load, close });
    if (this.asking !== 'share') return null;
    const { fen } = this.node();
    const { variant } = this.tree;
    const pgn = pgnText(this.tree);
    return shareDialog({
      fen,
      pgn,
      link: linkToGame(pgn, this.side),
      positionLink: location.origin + writeAddress({ fen, variant, side: this.side }),
      copied: this.copied,
      copy: this.copy,
      downloadPgn: () => downloadPgn(this.tree),
      downloadPicture: kind => void downloadPicture(this.tree, this.at, this.side, kind),
      close,
    });
  }
}
