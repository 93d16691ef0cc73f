/** The screen for analysis: a game with variations, what the engine says of it, and ways in and out. */
import './analysis.css';
import type { DrawShape } from '@lichess-org/chessground/draw';
import { readMove } from '../core';
import { moveEntry } from '../game/entry';
import { language, t } from '../i18n';
import { isPlaying } from '../live/api';
import { listenForPrint } from '../print/print';
import { playSound } from '../sound/sound';
import { deleteAnalysis, type SavedAnalysis, type Score, setCurrentAnalysis } from '../storage/analyses';
import { announce } from '../ui/announce';
import { copyText } from '../ui/copy';
import { h, type VNode } from '../ui/dom';
import { go, type Screen, type Visit } from '../ui/router';
import { settings } from '../ui/settings';
import { recall, remember } from '../ui/store';
import type { Playable } from '../wire';
import { Analyst } from './analyst';
import { annotate } from './annotate';
import { analysisBoard, bestArrow, resetAnalysisBoard } from './board-view';
import { collectionBar, heading, stepButtons, tools, type Way } from './controls';
import { importDialog } from './dialogs';
import { AnalysisDocument, titleOf } from './document';
import { enginePanel, evaluationBar, MOST_LINES } from './engine-panel';
import { GameReport } from './game-report';
import { type Hovered, hoverBoard } from './hover';
import { listenForGames } from './incoming';
import { type Taken, takeIn } from './intake';
import { listenForKeys } from './keys';
import { treeMoves } from './moves';
import { noticeView } from './notice';
import { emptyAnalysis, idIn, type OpenedAnalysis, openAddress } from './opened';
import { finalScore, openingAt, overText, positionAt, questionAt, threatAt } from './place';
import { playMoves } from './playing';
import { type RecentItem, recentItems } from './recent';
import { mistakeNote, reportControl, reportGraph, reportSummary } from './report-view';
import { withShapes } from './shapes';
import { shareGame } from './share-game';
import { scoreSheetOf } from './sheet';
import { listenForOtherTabs } from './tabs';
import * as game from './tree';

interface Choices {
  engine: boolean;
  lines: number;
}

/** Opens what the address asks for. A text with several games is shown as a list. */
export async function openAnalysis(visit: Visit): Promise<Screen> {
  const opened = await openAddress(visit.params['id'], location.hash);
  if (!('collection' in opened)) return new AnalysisScreen(visit, opened);
  // The screen that asked is still being opened: the address is changed behind it.
  setTimeout(() => go(`/collection/${opened.collection}`, { replace: true }));
  return new AnalysisScreen(visit, emptyAnalysis());
}

export class AnalysisScreen implements Screen {
  private document: AnalysisDocument;
  /** The address that the document was opened from or is kept at. */
  private address: string;
  private choices: Choices = { engine: true, lines: 1, ...recall<Partial<Choices>>('analysis') };
  private asking: 'import' | 'share' | null = null;
  private recent: RecentItem[] = [];
  private problem: string | null;
  private notice: { text: string; undo: () => void } | null = null;
  private copied: string | null = null;
  private annotating = false;
  private threat = false;
  private hovered: Hovered | null = null;
  private picked: { from: string; to: string } | null = null;
  private readonly analyst: Analyst;
  private readonly report: GameReport;
  private readonly closing: (() => void)[];
  /** The moves as they were drawn, and from what. */
  private drawn: { from: unknown[]; moves: VNode } | null = null;

  constructor(
    private readonly visit: Visit,
    opened: OpenedAnalysis,
  ) {
    this.analyst = new Analyst(visit.redraw);
    this.report = new GameReport(opened.report, visit.redraw, () => this.document.save());
    this.document = this.documentOf(opened);
    this.problem = opened.problem;
    this.address = location.pathname + location.hash;
    this.closing = [
      listenForKeys({
        step: way => this.step(way),
        undo: () => this.undo(),
        redo: () => this.redo(),
        flip: this.flip,
        toggleEngine: () => this.choose({ engine: !this.choices.engine }),
        nextMistake: step => this.nextMistake(step),
        showThreat: () => this.showThreat(),
      }),
      listenForOtherTabs(() => this.document.id, this.followTab),
      listenForGames({ take: input => void this.take(input), address: () => void this.followAddress() }),
      listenForPrint(() => scoreSheetOf(this.tree)),
    ];
  }

  close(): void {
    for (const close of this.closing) close();
    this.document.close();
    this.analyst.close();
    this.report.close();
  }

  title(): string {
    const named = game.tagOf(this.tree, 'White') && game.tagOf(this.tree, 'Black');
    return named ? titleOf(this.tree) : t('analysis');
  }

  private get tree(): game.GameTree {
    return this.document.tree;
  }

  private get at(): number {
    return this.document.at;
  }

  private documentOf(opened: OpenedAnalysis): AnalysisDocument {
    return new AnalysisDocument(
      opened,
      () => this.report.saved,
      id => {
        // From now on the address leads to what is kept, with all changes.
        this.address = `/analysis/${id}`;
        history.replaceState(null, '', this.address);
      },
    );
  }

  /** Another game is looked at. */
  private show(opened: OpenedAnalysis): void {
    this.document.close();
    this.report.replace(opened.report);
    this.document = this.documentOf(opened);
    this.problem = opened.problem;
    this.asking = null;
    this.forgetPlace();
    this.visit.redraw();
  }

  /** A game or position from outside takes the place of this one, which can be brought back. */
  private readonly take = async (input: string | File): Promise<void> => {
    const taken = await takeIn(input).catch(
      (error: unknown): Taken => ({
        is: 'nothing',
        // The database has no room, or the browser forbids it.
        problem: t('somethingFailed', { why: error instanceof Error ? error.message : String(error) }),
      }),
    );
    if (taken.is === 'collection') {
      this.asking = null;
      go(`/collection/${taken.id}`);
      return;
    }
    if (taken.is === 'nothing') {
      this.problem = taken.problem;
      if (this.asking === null) announce(taken.problem);
      this.visit.redraw();
      return;
    }
    const replaced = !this.document.empty;
    // A step back in the browser's history leads to the game before, too.
    if (replaced) history.pushState(null, '', '/analysis');
    this.show({ ...emptyAnalysis(), tree: taken.tree, problem: taken.problem, side: this.document.side });
    this.document.save();
    this.notice = replaced ? { text: t('gameReplaced'), undo: () => this.bringBack() } : null;
    if (this.notice) announce(this.notice.text);
    this.visit.redraw();
  };

  private bringBack(): void {
    const { id } = this.document;
    this.notice = null;
    if (id !== null && !this.document.canUndo) {
      this.document.discard();
      void deleteAnalysis(id);
    }
    history.back();
  }

  private startNew(): void {
    setCurrentAnalysis(null);
    this.notice = null;
    history.pushState(null, '', '/analysis#new');
    this.address = '/analysis#new';
    this.show(emptyAnalysis());
  }

  /** The address asks for something else. */
  private async followAddress(): Promise<void> {
    const address = location.pathname + location.hash;
    if (address === this.address || (location.pathname === '/analysis' && location.hash === '')) return;
    this.address = address;
    this.notice = null;
    const opened = await openAddress(idIn(location.pathname), location.hash);
    if (this.address !== address) return;
    if ('collection' in opened) go(`/collection/${opened.collection}`, { replace: true });
    else this.show(opened);
  }

  /** What belongs to the place that was looked at is over. */
  private forgetPlace(): void {
    this.picked = null;
    this.hovered = null;
    this.threat = false;
  }

  private readonly goTo = (id: number): void => {
    this.document.goTo(id);
    this.forgetPlace();
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
    this.document.change(tree, at);
    this.forgetPlace();
    this.problem = null;
    this.notice = null;
    this.visit.redraw();
  }

  private playFrom(from: number, moves: readonly string[]): void {
    const { tree, at, last } = playMoves(this.tree, from, moves);
    if (last) {
      playSound(last.capture ? 'capture' : 'move');
      announce(last.san);
    }
    this.change(tree, at);
  }

  private readonly play = (moves: readonly string[]): void => this.playFrom(this.at, moves);

  private readonly moved = (from: string, to: string): void => {
    const read = readMove(this.node().fen, this.tree.variant, from + to);
    if (read.is === 'legal') this.play([read.uci]);
    else if (read.is === 'promotion' && settings().autoQueen) this.play([`${from}${to}q`]);
    else if (read.is === 'promotion') {
      this.picked = { from, to };
      this.visit.redraw();
    } else resetAnalysisBoard();
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

  private readonly shapesDrawn = (shapes: DrawShape[]): void =>
    this.change(game.setComments(this.tree, this.at, withShapes(this.node().comments, shapes)));

  private nextMistake(step: 1 | -1): void {
    const next = this.report.nextMistake(this.tree, this.at, step);
    if (next !== undefined) this.goTo(next);
  }

  private showThreat(): void {
    this.threat = !this.threat && threatAt(this.tree, this.at) !== null;
    if (this.threat && !this.choices.engine) this.choose({ engine: true });
    this.visit.redraw();
  }

  private readonly flip = (): void => {
    this.document.flip();
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

  private readonly hover = (fen: string, moves: readonly string[], target: Element | null): void => {
    this.hovered = target ? { fen, moves, variant: this.tree.variant, box: target.getBoundingClientRect() } : null;
    this.visit.redraw();
  };

  private readonly copy = (what: string, text: string): void => {
    void copyText(text).then(done => {
      this.copied = done ? what : null;
      if (done) announce(t('copied'));
      this.visit.redraw();
    });
  };

  view(): VNode {
    const position = positionAt(this.tree, this.at);
    const over = overText(position);
    const { engine, lines } = this.choices;
    const { side } = this.document;
    const threat = this.threat ? threatAt(this.tree, this.at) : null;
    // No help from the engine while a game against somebody is on.
    if (engine && !over && !this.report.running && !isPlaying())
      this.analyst.think({ ...(threat ?? questionAt(this.tree, this.at)), lines: threat ? 1 : lines });
    else this.analyst.rest();
    return h('div.analysis', { class: { 'with-engine': engine } }, [
      h('h1.visually-hidden', null, this.title()),
      analysisBoard({
        tree: this.tree,
        at: this.at,
        side,
        position,
        arrows: over || !engine ? [] : bestArrow(this.analyst.lines[0], this.threat),
        picked: this.picked,
        onMove: this.moved,
        onShapes: this.shapesDrawn,
        onPromote: letter => this.picked && this.play([`${this.picked.from}${this.picked.to}${letter}`]),
        onCancel: () => {
          resetAnalysisBoard();
          this.picked = null;
          this.visit.redraw();
        },
        onStep: way => this.step(way),
      }),
      engine ? evaluationBar(this.score(position), side) : null,
      this.panel(over, threat !== null),
      this.dialogs(),
      this.hovered ? hoverBoard(this.hovered, side) : null,
    ]);
  }

  /** The score of the place that is looked at. */
  private score(position: Playable | null): Score | undefined {
    const final = finalScore(position);
    if (final) return final;
    const live = this.threat ? undefined : this.analyst.lines[0]?.score;
    return live ?? this.report.scoreAt(this.tree, this.at);
  }

  private panel(over: string | null, threat: boolean): VNode {
    const { engine, lines } = this.choices;
    const { source } = this.document;
    return h('section.analysis-side', { attrs: { 'aria-label': t('analysis') } }, [
      source ? collectionBar(source) : null,
      heading(this.tree, this.at, openingAt(this.tree, this.at, this.visit.redraw)),
      enginePanel({
        on: engine,
        running: this.analyst.running,
        problem: this.analyst.problem ?? this.report.problem,
        lines: threat ? 1 : lines,
        found: this.analyst.lines,
        fen: this.node().fen,
        over,
        busy: isPlaying() ? t('engineOffWhilePlaying') : this.report.running ? t('analysingGame') : null,
        threat,
        toggle: () => this.choose({ engine: !engine }),
        setLines: wanted => this.choose({ lines: Math.max(1, Math.min(MOST_LINES, wanted)) }),
        play: this.play,
        hover: this.hover,
      }),
      this.notice ? noticeView(this.notice) : null,
      // The dialog tells what is wrong with what was handed in there.
      this.problem && this.asking === null ? h('p.note.problem', { attrs: { role: 'alert' } }, this.problem) : null,
      this.moves(),
      this.mistake(),
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
              this.notice = { text: t('movesDeleted'), undo: () => this.undo() };
            },
          })
        : this.reportViews(),
      stepButtons(this.tree, this.at, way => this.step(way), this.flip),
      tools({
        annotating: this.annotating,
        open: () => void this.askImport(),
        share: () => this.ask('share'),
        notes: () => this.toggleNotes(),
        edit: () =>
          go(
            `/editor#${new URLSearchParams({ fen: this.node().fen, ...(this.tree.variant === 'chess960' ? { variant: 'chess960' } : {}) })}`,
          ),
      }),
    ]);
  }

  private undo(): void {
    this.document.undo();
    this.notice = null;
    this.visit.redraw();
  }

  private redo(): void {
    this.document.redo();
    this.visit.redraw();
  }

  /** Another tab has changed this analysis: both go on from there. */
  private readonly followTab = (record: SavedAnalysis): void => {
    if (!this.document.follow(record)) return;
    this.report.replace(record.report);
    this.forgetPlace();
    this.visit.redraw();
  };

  private ask(asking: 'import' | 'share'): void {
    this.asking = asking;
    this.problem = null;
    this.visit.redraw();
  }

  private async askImport(): Promise<void> {
    this.ask('import');
    this.recent = await recentItems(this.address);
    this.visit.redraw();
  }

  private toggleNotes(): void {
    this.annotating = !this.annotating;
    this.visit.redraw();
  }

  /** The moves are drawn anew only when they have changed: the engine speaks many times a second. */
  private moves(): VNode {
    const from = [this.tree, this.at, this.report.version, settings(), language()];
    if (!this.drawn || from.some((value, index) => value !== this.drawn?.from[index])) {
      const mistakes = this.report.mistakes(this.tree);
      const lapses = new Map([...mistakes].map(([id, { kind }]) => [id, kind]));
      this.drawn = { from, moves: treeMoves({ tree: this.tree, at: this.at, go: this.goTo, lapses }) };
    }
    return this.drawn.moves;
  }

  /** What the move that is looked at gave away, and what would have been better. */
  private mistake(): VNode | null {
    const mistake = this.report.mistakes(this.tree).get(this.at);
    if (!mistake) return null;
    return mistakeNote(this.tree, this.at, mistake, {
      play: (before, moves) => this.playFrom(before, moves),
      hover: this.hover,
    });
  }

  /** The whole game in numbers, once it was asked for; and a field to type moves into. */
  private reportViews(): VNode {
    return h('div.analysis-report', null, [
      reportGraph(this.report, this.tree, this.at, this.goTo),
      reportSummary(this.report, this.tree, () => this.nextMistake(1)),
      h('div.analysis-row', null, [
        isPlaying() ? null : reportControl(this.report, this.tree, this.at),
        moveEntry({ play: this.typed, claim: null }),
      ]),
    ]);
  }

  private dialogs(): VNode | null {
    const close = (): void => {
      this.asking = null;
      this.copied = null;
      this.problem = null;
      this.visit.redraw();
    };
    if (this.asking === 'import')
      return importDialog({
        problem: this.problem,
        recent: this.recent,
        take: input => void this.take(input),
        startNew: () => this.startNew(),
        close,
      });
    if (this.asking !== 'share') return null;
    return shareGame({
      tree: this.tree,
      at: this.at,
      side: this.document.side,
      copied: this.copied,
      copy: this.copy,
      close,
    });
  }
}
