/** The panel beside the board: the engine's lines, the moves, the report or the notes, and the buttons. */
import { moveEntry } from '../game/entry';
import { language, t } from '../i18n';
import { isPlaying } from '../live/api';
import { h, type VNode } from '../ui/dom';
import { settings } from '../ui/settings';
import type { Analyst } from './analyst';
import { annotate } from './annotate';
import { collectionBar, heading, stepButtons, tools, type Way } from './controls';
import { enginePanel, MAX_LINES } from './engine-panel';
import type { Hover } from './hover';
import { treeMoves } from './moves';
import { noticeView } from './notice';
import type { OwnGames } from './own-games';
import { ownGamesView } from './own-games-view';
import { openingAt } from './place';
import { mistakeNote, reportControl, reportGraph, reportSummary } from './report-view';
import type { AnalysisSession } from './session';
import * as game from './tree';

/** Choices that are remembered for the next analysis. */
export interface AnalysisChoices {
  engine: boolean;
  lines: number;
}

export interface PanelView {
  session: AnalysisSession;
  analyst: Analyst;
  choices: AnalysisChoices;
  /** How the game has ended in the current position, if it has. */
  over: string | null;
  threat: boolean;
  annotating: boolean;
  /** A dialog is open, which then shows the problem itself. */
  asking: boolean;
  /** The user's own games, once they have been read. */
  ownGames: OwnGames | null;
  redraw: () => void;
  choose: (changes: Partial<AnalysisChoices>) => void;
  play: (from: number, moves: readonly string[]) => void;
  typed: (text: string) => void;
  hover: Hover;
  step: (way: Way) => void;
  flip: () => void;
  nextMistake: () => void;
  open: () => void;
  share: () => void;
  notes: () => void;
  edit: () => void;
}

export class AnalysisPanel {
  /** The drawn moves and the values they depend on. They are cached because the engine causes many redraws a second. */
  private drawn: { from: unknown[]; moves: VNode } | null = null;

  view(view: PanelView): VNode {
    const { session, analyst, threat } = view;
    const { document, report } = session;
    const { tree, at } = document;
    const { engine, lines } = view.choices;
    return h('section.analysis-side', { attrs: { 'aria-label': t('analysis') } }, [
      document.source ? collectionBar(document.source) : null,
      heading(tree, at, openingAt(tree, at, view.redraw)),
      enginePanel({
        on: engine,
        running: analyst.running,
        problem: analyst.problem ?? report.problem,
        lines: threat ? 1 : lines,
        found: analyst.lines,
        fen: game.nodeOf(tree, at).fen,
        over: view.over,
        busy: isPlaying() ? t('engineOffWhilePlaying') : report.running ? t('analysingGame') : null,
        threat,
        toggle: () => view.choose({ engine: !engine }),
        setLines: wanted => view.choose({ lines: Math.max(1, Math.min(MAX_LINES, wanted)) }),
        play: moves => view.play(at, moves),
        hover: view.hover,
      }),
      session.notice ? noticeView(session.notice) : null,
      session.problem && !view.asking ? h('p.note.problem', { attrs: { role: 'alert' } }, session.problem) : null,
      this.moves(session),
      mistake(view),
      view.annotating ? notes(session) : reportViews(view),
      stepButtons(tree, at, view.step, view.flip),
      tools({
        annotating: view.annotating,
        open: view.open,
        share: view.share,
        notes: view.notes,
        edit: view.edit,
      }),
    ]);
  }

  private moves(session: AnalysisSession): VNode {
    const { document, report } = session;
    const { tree, at } = document;
    const from = [tree, at, report.version, settings(), language()];
    if (!this.drawn || from.some((value, index) => value !== this.drawn?.from[index])) {
      const lapses = new Map([...report.mistakes(tree)].map(([id, { kind }]) => [id, kind]));
      this.drawn = { from, moves: treeMoves({ tree, at, go: id => session.goTo(id), lapses }) };
    }
    return this.drawn.moves;
  }
}

/** What the current move gave away, and the better line. */
function mistake({ session, play, hover }: PanelView): VNode | null {
  const { tree, at } = session.document;
  const found = session.report.mistakes(tree).get(at);
  return found ? mistakeNote(tree, at, found, { play, hover }) : null;
}

/** The report on the whole game, the user's own games, and the field for typing moves. */
function reportViews({ session, ownGames, play, nextMistake, typed }: PanelView): VNode {
  const { document, report } = session;
  const { tree, at } = document;
  return h('div.analysis-report', null, [
    reportGraph(report, tree, at, id => session.goTo(id)),
    reportSummary(report, tree, nextMistake),
    tree.variant === 'standard'
      ? ownGamesView(ownGames?.at(game.nodeOf(tree, at).fen) ?? [], uci => play(at, [uci]))
      : null,
    h('div.analysis-row', null, [
      isPlaying() ? null : reportControl(report, tree, at),
      moveEntry({ play: typed, claim: null }),
    ]),
  ]);
}

function notes(session: AnalysisSession): VNode {
  const { tree, at } = session.document;
  return annotate({
    tree,
    at,
    comment: text => session.change(game.comment(tree, at, text)),
    nag: nag => session.change(game.toggleNag(tree, at, nag)),
    promote: () => session.change(game.promote(tree, at)),
    makeMain: () => session.change(game.makeMain(tree, at)),
    remove: () => {
      const removed = game.remove(tree, at);
      session.change(removed.tree, removed.at);
      session.notice = { text: t('movesDeleted'), undo: () => session.undo() };
    },
  });
}
