/** The analysis screen: its state and handlers. */
import './analysis.css';
import './engine.css';
import './moves.css';
import './report.css';
import './narrow.css';
import type { DrawShape } from '@lichess-org/chessground/draw';
import { readMove } from '../core';
import { t } from '../i18n';
import { isPlaying } from '../live/api';
import { listenForPrint } from '../print/print';
import { playSound } from '../sound/sound';
import type { PositionScore } from '../storage/analyses';
import { announce } from '../ui/announce';
import { copyText } from '../ui/copy';
import { h, type VNode } from '../ui/dom';
import { go, type Screen, type Visit } from '../ui/router';
import { settings } from '../ui/settings';
import { recall, remember } from '../ui/store';
import type { Playable, VariantName } from '../wire';
import { Analyst } from './analyst';
import { analysisBoard, bestArrow, resetAnalysisBoard } from './board-view';
import type { Way } from './controls';
import { type AnalysisDocument, titleOf } from './document';
import { evaluationBar } from './engine-panel';
import type { GameReport } from './game-report';
import { type HoverTarget, hoverBoard } from './hover';
import { listenForGames } from './incoming';
import { listenForKeys } from './keys';
import { emptyAnalysis, type OpenedAnalysis, openAddress } from './opened';
import type { OwnGames } from './own-games';
import { loadOwnGames } from './own-games-view';
import { type AnalysisChoices, AnalysisPanel } from './panel';
import { finalScore, overText, positionAt, questionAt, threatAt } from './place';
import { playMoves } from './playing';
import type { RecentItem } from './recent';
import { AnalysisSession } from './session';
import { withShapes } from './shapes';
import { scoreSheetOf } from './sheet';
import { listenForOtherTabs } from './tabs';
import * as game from './tree';

const editorAddress = (fen: string, variant: VariantName): string =>
  `/editor#${new URLSearchParams({ fen, ...(variant === 'chess960' ? { variant } : {}) })}`;

/** Opens the analysis of the address. A PGN with several games is shown as a list. */
export async function openAnalysis(visit: Visit): Promise<Screen> {
  const opened = await openAddress(visit.params['id'], location.hash);
  if (!('collection' in opened)) return new AnalysisScreen(visit, opened);
  // This screen is still being opened, so the address is changed afterwards.
  setTimeout(() => go(`/collection/${opened.collection}`, { replace: true }));
  return new AnalysisScreen(visit, emptyAnalysis());
}

export class AnalysisScreen implements Screen {
  private readonly session: AnalysisSession;
  private choices: AnalysisChoices = { engine: true, lines: 1, ...recall<Partial<AnalysisChoices>>('analysis') };
  private asking: 'import' | 'share' | null = null;
  /** The code of the dialogs, fetched when the first one is opened. */
  private dialogs: typeof import('./lazy-dialogs') | null = null;
  private recent: RecentItem[] = [];
  private copied: string | null = null;
  private annotating = false;
  private threat = false;
  private hovered: HoverTarget | null = null;
  private picked: { from: string; to: string } | null = null;
  private readonly analyst: Analyst;
  private readonly closing: (() => void)[];
  private readonly panel = new AnalysisPanel();
  private ownGames: OwnGames | null = null;

  constructor(
    private readonly visit: Visit,
    opened: OpenedAnalysis,
  ) {
    this.analyst = new Analyst(visit.redraw);
    this.session = new AnalysisSession(opened, {
      redraw: visit.redraw,
      placeChanged: this.forgetPlace,
      gameChanged: () => {
        this.asking = null;
      },
    });
    this.closing = [
      listenForKeys({
        step: way => this.step(way),
        undo: () => this.session.undo(),
        redo: () => this.session.redo(),
        flip: this.flip,
        toggleEngine: () => this.choose({ engine: !this.choices.engine }),
        nextMistake: step => this.nextMistake(step),
        showThreat: () => this.showThreat(),
      }),
      listenForOtherTabs(() => this.document.id, this.session.followTab),
      listenForGames({ take: input => void this.take(input), address: () => void this.session.followAddress() }),
      listenForPrint(() => scoreSheetOf(this.tree)),
      loadOwnGames(games => {
        this.ownGames = games;
        visit.redraw();
      }),
    ];
  }

  close(): void {
    for (const close of this.closing) close();
    this.analyst.close();
    this.session.close();
  }

  title(): string {
    const named = game.tagOf(this.tree, 'White') && game.tagOf(this.tree, 'Black');
    return named ? titleOf(this.tree) : t('analysis');
  }

  private get document(): AnalysisDocument {
    return this.session.document;
  }

  private get report(): GameReport {
    return this.session.report;
  }

  private get tree(): game.GameTree {
    return this.document.tree;
  }

  private get at(): number {
    return this.document.at;
  }

  /** Resets what belonged to the previous node. */
  private readonly forgetPlace = (): void => {
    this.picked = null;
    this.hovered = null;
    this.threat = false;
    this.visit.redraw();
  };

  private readonly take = async (input: string | File): Promise<void> => {
    if ((await this.session.take(input)) !== 'nothing') this.asking = null;
    else if (this.asking === null && this.session.problem) announce(this.session.problem);
    this.visit.redraw();
  };

  private readonly goTo = (id: number): void => this.session.goTo(id);

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

  private playFrom(from: number, moves: readonly string[]): void {
    const { tree, at, last } = playMoves(this.tree, from, moves);
    if (last) {
      playSound(last.capture ? 'capture' : 'move');
      announce(last.san);
    }
    this.session.change(tree, at);
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
    this.session.problem = t('moveNotUnderstood', { text });
    this.visit.redraw();
  };

  private readonly shapesDrawn = (shapes: DrawShape[]): void =>
    this.session.change(game.setComments(this.tree, this.at, withShapes(this.node().comments, shapes)));

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

  private choose(changes: Partial<AnalysisChoices>): void {
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
    // No help from the engine while the user is playing against a person.
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
      this.panel.view({
        session: this.session,
        analyst: this.analyst,
        choices: this.choices,
        over,
        threat: threat !== null,
        annotating: this.annotating,
        asking: this.asking !== null,
        ownGames: this.ownGames,
        redraw: this.visit.redraw,
        choose: changes => this.choose(changes),
        play: (from, moves) => this.playFrom(from, moves),
        typed: this.typed,
        hover: this.hover,
        step: way => this.step(way),
        flip: this.flip,
        nextMistake: () => this.nextMistake(1),
        open: () => void this.askImport(),
        share: () => void this.ask('share'),
        notes: () => {
          this.annotating = !this.annotating;
          this.visit.redraw();
        },
        edit: () => go(editorAddress(this.node().fen, this.tree.variant)),
      }),
      this.dialog(),
      this.hovered ? hoverBoard(this.hovered, side) : null,
    ]);
  }

  /** The score of the current position. */
  private score(position: Playable | null): PositionScore | undefined {
    const final = finalScore(position);
    if (final) return final;
    const live = this.threat ? undefined : this.analyst.lines[0]?.score;
    return live ?? this.report.scoreAt(this.tree, this.at);
  }

  private async ask(asking: 'import' | 'share'): Promise<void> {
    this.session.problem = null;
    try {
      this.dialogs ??= await import('./lazy-dialogs');
      this.asking = asking;
    } catch (error) {
      this.session.problem = t('somethingFailed', { why: String(error) });
    }
    this.visit.redraw();
  }

  private async askImport(): Promise<void> {
    await this.ask('import');
    this.recent = (await this.dialogs?.recentItems(this.session.address)) ?? [];
    this.visit.redraw();
  }

  private dialog(): VNode | null {
    if (!this.dialogs) return null;
    const close = (): void => {
      this.asking = null;
      this.copied = null;
      this.session.problem = null;
      this.visit.redraw();
    };
    if (this.asking === 'import')
      return this.dialogs.importDialog({
        problem: this.session.problem,
        recent: this.recent,
        take: input => void this.take(input),
        startNew: () => this.session.startNew(),
        close,
      });
    if (this.asking !== 'share') return null;
    return this.dialogs.shareGame({
      tree: this.tree,
      at: this.at,
      side: this.document.side,
      copied: this.copied,
      copy: this.copy,
      close,
    });
  }
}
