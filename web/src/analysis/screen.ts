/** The screen for analysis: a game with variations, the engine's word on it, and ways in and out. */
import './analysis.css';
import { go, type Screen, type Visit } from '../app/router';
import { board, resetBoard } from '../board/board';
import { piecesOf } from '../board/squares';
import { promotion } from '../board/promotion';
import { inspect, readMove, replay, writeGame } from '../core';
import type { Question, Score } from '../engine/client';
import { moveEntry } from '../game/entry';
import { opposite, type Color } from '../game/model';
import { t } from '../i18n';
import { settings } from '../settings/store';
import { playSound } from '../sound/sound';
import { announce } from '../ui/announce';
import { button, h, type VNode } from '../ui/dom';
import { icon, type IconName } from '../ui/icons';
import { recall, remember } from '../ui/store';
import type { Playable } from '../wire';
import { readAddress, writeAddress } from './address';
import { Analyst } from './analyst';
import { annotate } from './annotate';
import { enginePanel, evaluationBar, MOST_LINES, reportControl } from './engine-panel';
import { copyText, download, fileName } from './files';
import { lapses } from './course';
import { graph } from './graph';
import { boardSvg, looksOfPage, svgToPng } from './image';
import { inLetters } from './letters';
import { fromAddress, fromText, type Loaded } from './load';
import { treeMoves } from './moves';
import { Report, type Place } from './report';
import { importDialog, shareDialog } from './share';
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
  /** The line that was judged as a whole. */
  private judgedLine: number[] = [];
  private readonly analyst: Analyst;
  private readonly report: Report;

  constructor(private readonly visit: Visit) {
    this.analyst = new Analyst(visit.redraw);
    this.report = new Report(visit.redraw);
    const asked = readAddress(location.hash);
    this.side = asked.side;
    const loaded = fromAddress(asked);
    this.problem = this.problemOf(loaded);
    this.games = loaded.games.length > 0 ? loaded.games : fromAddress(readAddress('')).games;
    this.tree = this.games[0] as game.GameTree;
    if (asked.moves) this.at = game.endOf(this.tree, game.ROOT);
    document.addEventListener('keydown', this.key);
    addEventListener('popstate', this.addressChanged);
    addEventListener('hashchange', this.addressChanged);
    addEventListener('dragover', this.dragged);
    addEventListener('drop', this.dropped);
    addEventListener('paste', this.pasted);
  }

  close(): void {
    document.removeEventListener('keydown', this.key);
    removeEventListener('popstate', this.addressChanged);
    removeEventListener('hashchange', this.addressChanged);
    removeEventListener('dragover', this.dragged);
    removeEventListener('drop', this.dropped);
    removeEventListener('paste', this.pasted);
    this.analyst.close();
    this.report.close();
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
    this.report.stop();
    this.judgedLine = [];
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

  private readonly addressChanged = (): void => {
    if (location.pathname !== '/analysis' || location.hash === '') return;
    const asked = readAddress(location.hash);
    const loaded = fromAddress(asked);
    this.problem = this.problemOf(loaded);
    this.side = asked.side;
    const [first] = loaded.games;
    if (first) this.show(loaded.games, 0, asked.moves ? game.endOf(first, game.ROOT) : game.ROOT);
  };

  private readonly dragged = (event: DragEvent): void => event.preventDefault();

  private readonly dropped = (event: DragEvent): void => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData('text');
    if (file) void file.text().then(this.load);
    else if (text) this.load(text);
  };

  private readonly pasted = (event: ClipboardEvent): void => {
    if ((event.target as Element | null)?.closest?.('input, textarea')) return;
    const text = event.clipboardData?.getData('text') ?? '';
    if (text.trim() !== '') this.load(text);
  };

  private readonly goTo = (id: number): void => {
    this.at = id;
    this.picked = null;
    this.visit.redraw();
  };

  private step(by: 'first' | 'back' | 'next' | 'last'): void {
    const node = game.nodeOf(this.tree, this.at);
    const target = { first: game.ROOT, back: node.parent, next: node.children[0] ?? this.at, last: game.endOf(this.tree, this.at) }[by];
    this.goTo(target);
  }

  private change(tree: game.GameTree, at = this.at): void {
    this.tree = tree;
    this.at = at;
    this.games = this.games.map((known, index) => (index === this.chosen ? tree : known));
    this.picked = null;
    this.visit.redraw();
  }

  /** Plays moves from the place that is looked at, as far as they are legal. */
  private readonly play = (moves: readonly string[]): void => {
    let { tree, at } = this;
    const { fen } = game.nodeOf(tree, at);
    const { steps } = replay({ fen, chess960: tree.chess960, moves: [...moves] });
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
    const read = readMove(this.node().fen, this.tree.chess960, from + to);
    if (read.is === 'legal') this.play([read.uci]);
    else if (read.is === 'promotion' && settings().autoQueen) this.play([`${from}${to}q`]);
    else if (read.is === 'promotion') {
      this.picked = { from, to };
      this.visit.redraw();
    } else resetBoard('analysis');
  };

  private readonly typed = (text: string): void => {
    const read = readMove(this.node().fen, this.tree.chess960, text);
    if (read.is === 'legal') this.play([read.uci]);
    else announce(t('moveNotUnderstood', { text }));
  };

  private readonly key = (event: KeyboardEvent): void => {
    const target = event.target as Element | null;
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('input, select, textarea, dialog, [role=grid]')) return;
    const steps: Record<string, 'first' | 'back' | 'next' | 'last'> = { ArrowLeft: 'back', ArrowRight: 'next', Home: 'first', ArrowUp: 'first', End: 'last', ArrowDown: 'last' };
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

  /** What the engine is asked about a place: the game up to it, as far as the moves can be played again. */
  private question(id: number): Question {
    const { chess960 } = this.tree;
    const path = game.pathTo(this.tree, id).map(place => game.nodeOf(this.tree, place));
    const passes = path.some(({ uci }) => uci === '0000');
    if (passes) return { fen: game.nodeOf(this.tree, id).fen, chess960, moves: [] };
    return { fen: game.nodeOf(this.tree, game.ROOT).fen, chess960, moves: path.map(({ uci }) => uci) };
  }

  private position(id: number): Playable | null {
    const found = inspect(game.nodeOf(this.tree, id).fen, this.tree.chess960);
    return found.is === 'playable' ? found : null;
  }

  private over(position: Playable | null): string | null {
    if (position?.status === 'checkmate') return t('checkmate');
    return position?.status === 'stalemate' ? t('stalemate') : null;
  }

  private readonly judge = (): void => {
    this.judgedLine = [game.ROOT, ...game.lineThrough(this.tree, this.at)];
    const places = this.judgedLine.map((id): Place => {
      const position = this.position(id);
      return { question: this.question(id), known: finalScore(position) };
    });
    void this.report.run(places);
  };

  private pgn(): string {
    const text = writeGame(game.toWire(this.tree));
    return text.is === 'fine' ? text.pgn : '';
  }

  private readonly copy = (what: string, text: string): void => {
    void copyText(text).then(done => {
      this.copied = done ? what : null;
      if (done) announce(t('copied'));
      this.visit.redraw();
    });
  };

  private name(end: string): string {
    return fileName([game.tagOf(this.tree, 'White') ?? '', game.tagOf(this.tree, 'Black') ?? ''], end);
  }

  private async picture(kind: 'svg' | 'png'): Promise<void> {
    const { fen } = this.node();
    const looks = await looksOfPage(piecesOf(fen).values());
    const svg = boardSvg({ fen, orientation: this.side, lastMove: this.lastMove(), coordinates: settings().coordinates !== 'off' }, looks);
    download(this.name(kind), kind === 'svg' ? svg : await svgToPng(svg, 1440), 'image/svg+xml');
  }

  private lastMove(): [string, string] | null {
    const { uci } = this.node();
    return uci === '' || uci === '0000' ? null : [uci.slice(0, 2), uci.slice(2, 4)];
  }

  view(): VNode {
    const node = this.node();
    const position = this.position(this.at);
    const over = this.over(position);
    const { engine, lines } = this.choices;
    if (engine && !over && !this.report.judged.running) this.analyst.think({ ...this.question(this.at), lines });
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
          lastMove: this.lastMove(),
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
  private score(position: Playable | null): Score | undefined {
    const final = finalScore(position);
    if (final) return final;
    const judged = this.judgedLine.indexOf(this.at);
    return this.analyst.thoughts[0] ?? (judged >= 0 ? this.report.judged.scores[judged] : undefined);
  }

  /** The best move as an arrow, once it has been thought about a little. */
  private shapes(over: string | null) {
    const best = this.analyst.thoughts[0];
    const move = best?.line[0];
    if (over || !this.choices.engine || !best || !move || best.depth < 6) return [];
    return [{ orig: move.slice(0, 2) as 'a1', dest: move.slice(2, 4) as 'a1', brush: 'paleBlue' }];
  }

  private panel(over: string | null): VNode {
    const { engine, lines } = this.choices;
    return h('section.analysis-side', { attrs: { 'aria-label': t('analysis') } }, [
      this.heading(),
      enginePanel({
        on: engine,
        running: this.analyst.running,
        problem: this.analyst.problem,
        lines,
        thoughts: this.analyst.thoughts,
        fen: this.node().fen,
        over,
        toggle: () => this.choose({ engine: !engine }),
        setLines: wanted => this.choose({ lines: Math.max(1, Math.min(MOST_LINES, wanted)) }),
        play: this.play,
      }),
      this.problem ? h('p.note.problem', { attrs: { role: 'alert' } }, this.problem) : null,
      treeMoves({ tree: this.tree, at: this.at, go: this.goTo, lapses: this.lapses() }),
      this.annotating ? annotate({
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
      }) : null,
      this.steps(),
      this.tools(),
    ]);
  }

  private heading(): VNode | null {
    const name = (tree: game.GameTree) => `${game.tagOf(tree, 'White') ?? '?'} – ${game.tagOf(tree, 'Black') ?? '?'}`;
    if (this.games.length > 1) {
      return h('label.game-choice', null, [
        h('span.visually-hidden', null, t('chooseGame')),
        h(
          'select',
          { on: { change: (event: Event) => this.show(this.games, Number((event.target as HTMLSelectElement).value)) } },
          this.games.map((tree, index) => h('option', { attrs: { value: index, selected: index === this.chosen } }, `${index + 1}. ${name(tree)}  ${tree.result}`)),
        ),
      ]);
    }
    if (!game.tagOf(this.tree, 'White') && !game.tagOf(this.tree, 'Black')) return null;
    const details = [game.tagOf(this.tree, 'Event'), game.tagOf(this.tree, 'Date')].filter(text => text && !/^[?.]+$/.test(text));
    return h('div.game-heading', null, [
      h('b', null, name(this.tree)),
      h('span.game-result', null, this.tree.result === '*' ? '' : this.tree.result.replaceAll('1/2', '½')),
      details.length > 0 ? h('small', null, details.join(' · ')) : null,
    ]);
  }

  private steps(): VNode {
    const node = this.node();
    const to = (name: IconName, label: string, step: 'first' | 'back' | 'next' | 'last', disabled: boolean) =>
      button('.step', { does: () => this.step(step), label, disabled }, icon(name));
    return h('div.steps', { attrs: { role: 'group', 'aria-label': t('moves') } }, [
      button('.step', { does: this.flip, label: t('flipBoard') }, icon('flip')),
      to('first', t('firstPosition'), 'first', this.at === game.ROOT),
      to('back', t('previousMove'), 'back', this.at === game.ROOT),
      to('next', t('nextMove'), 'next', node.children.length === 0),
      to('last', t('latestPosition'), 'last', node.children.length === 0),
    ]);
  }

  private tools(): VNode {
    const { fen } = this.node();
    return h('div.tools', null, [
      button('.tool', { does: () => this.ask('import') }, icon('book'), t('import')),
      button('.tool', { does: () => this.ask('share') }, icon('link'), t('share')),
      button('.tool', { does: () => this.toggleNotes(), pressed: this.annotating }, icon('chat'), t('notes')),
      button('.tool', { does: () => go(`/editor#${new URLSearchParams({ fen, ...(this.tree.chess960 ? { variant: 'chess960' } : {}) })}`) }, icon('edit'), t('edit')),
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

  private lapses(): ReadonlyMap<number, 'inaccuracy' | 'mistake' | 'blunder'> {
    const found = lapses(this.report.judged.scores, this.movers());
    return new Map([...found].map(([ply, kind]) => [this.judgedLine[ply] ?? -1, kind]));
  }

  private movers(): ('white' | 'black')[] {
    return this.judgedLine.map(id => (game.nodeOf(this.tree, id).fen.split(' ')[1] === 'w' ? 'black' : 'white'));
  }

  /** The course of the game, once it was asked for; and a field to type moves into. */
  private below(): VNode {
    const { judged } = this.report;
    return h('div.analysis-below', null, [
      reportControl({ ...judged, start: this.judge, stop: () => this.report.stop(), empty: this.tree.nodes.size < 3 }),
      this.judgedLine.length > 1 && judged.done > 0
        ? graph({
            scores: judged.scores,
            movers: this.movers(),
            names: this.judgedLine.map(id => inLetters(game.nodeOf(this.tree, id).san, settings().letters)),
            at: Math.max(0, this.judgedLine.indexOf(this.at)),
            go: ply => this.goTo(this.judgedLine[ply] ?? game.ROOT),
          })
        : null,
      moveEntry(this.typed),
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
    const { chess960 } = this.tree;
    const pgn = this.pgn();
    const compact = pgn.replace(/\[(Event|Site|Date|Round|White|Black|Result) "(\?|\?{4}\.\?\?\.\?\?|\*)"\]\n/g, '').trim();
    return shareDialog({
      fen,
      pgn,
      link: location.origin + writeAddress({ pgn: compact, side: this.side }),
      positionLink: location.origin + writeAddress({ fen, chess960, side: this.side }),
      copied: this.copied,
      copy: this.copy,
      downloadPgn: () => download(this.name('pgn'), pgn, 'application/x-chess-pgn'),
      downloadPicture: kind => void this.picture(kind),
      close,
    });
  }
}

/** Where the game is over, the laws have judged. */
function finalScore(position: Playable | null): Score | null {
  if (position?.status === 'checkmate') return { mate: position.turn === 'white' ? -1 : 1 };
  return position?.status === 'stalemate' ? { cp: 0 } : null;
}
