/** The open analysis: its document, its report and its address, and how another one replaces it. */
import { t } from '../i18n';
import { deleteAnalysis, type SavedAnalysis, setCurrentAnalysis } from '../storage/analyses';
import { announce } from '../ui/announce';
import { go } from '../ui/router';
import { AnalysisDocument } from './document';
import { GameReport } from './game-report';
import { type IntakeResult, takeIn } from './intake';
import { emptyAnalysis, idIn, type OpenedAnalysis, openAddress } from './opened';
import type { GameTree } from './tree';

/** A notice about something that can be undone. */
export interface Notice {
  text: string;
  undo: () => void;
}

export interface SessionHandlers {
  redraw: () => void;
  /** Another node has become current. */
  placeChanged: () => void;
  /** Another game has been opened. */
  gameChanged: () => void;
}

export class AnalysisSession {
  document: AnalysisDocument;
  readonly report: GameReport;
  /** The address that the document was opened from or is saved at. */
  address: string;
  problem: string | null;
  notice: Notice | null = null;

  constructor(
    opened: OpenedAnalysis,
    private readonly handlers: SessionHandlers,
  ) {
    this.report = new GameReport(opened.report, handlers.redraw, () => this.document.save());
    this.document = this.documentOf(opened);
    this.problem = opened.problem;
    this.address = location.pathname + location.hash;
  }

  close(): void {
    this.document.close();
    this.report.close();
  }

  private documentOf(opened: OpenedAnalysis): AnalysisDocument {
    return new AnalysisDocument(
      opened,
      () => this.report.saved,
      id => {
        // From now on the address refers to the saved analysis with its changes.
        this.address = `/analysis/${id}`;
        history.replaceState(null, '', this.address);
      },
    );
  }

  /** Switches to another analysis. */
  private show(opened: OpenedAnalysis): void {
    this.document.close();
    this.report.replace(opened.report);
    this.document = this.documentOf(opened);
    this.problem = opened.problem;
    this.handlers.gameChanged();
    this.handlers.placeChanged();
  }

  /**
   * Replaces the analysis with an imported game or position; the old one can be brought back. Several games are shown
   * as a list. Returns what was imported.
   */
  async take(input: string | File): Promise<IntakeResult['is']> {
    const taken = await takeIn(input).catch(
      (error: unknown): IntakeResult => ({
        is: 'nothing',
        // The database is full, or the browser does not allow it.
        problem: t('somethingFailed', { why: error instanceof Error ? error.message : String(error) }),
      }),
    );
    if (taken.is === 'collection') go(`/collection/${taken.id}`);
    else if (taken.is === 'nothing') this.problem = taken.problem;
    else {
      const replaced = !this.document.empty;
      // The Back button also leads to the previous game.
      if (replaced) history.pushState(null, '', '/analysis');
      this.show({ ...emptyAnalysis(), tree: taken.tree, problem: taken.problem, side: this.document.side });
      this.document.save();
      this.notice = replaced ? { text: t('gameReplaced'), undo: () => this.bringBack() } : null;
      if (this.notice) announce(this.notice.text);
    }
    return taken.is;
  }

  private bringBack(): void {
    const { id } = this.document;
    this.notice = null;
    if (id !== null && !this.document.canUndo) {
      this.document.discard();
      void deleteAnalysis(id);
    }
    history.back();
  }

  startNew(): void {
    setCurrentAnalysis(null);
    this.notice = null;
    history.pushState(null, '', '/analysis#new');
    this.address = '/analysis#new';
    this.show(emptyAnalysis());
  }

  /** The address has changed: opens what it refers to. */
  async followAddress(): Promise<void> {
    const address = location.pathname + location.hash;
    if (address === this.address || (location.pathname === '/analysis' && location.hash === '')) return;
    this.address = address;
    this.notice = null;
    const opened = await openAddress(idIn(location.pathname), location.hash);
    if (this.address !== address) return;
    if ('collection' in opened) go(`/collection/${opened.collection}`, { replace: true });
    else this.show(opened);
  }

  /** Another tab has changed this analysis: adopts its version. */
  readonly followTab = (record: SavedAnalysis): void => {
    if (!this.document.follow(record)) return;
    this.report.replace(record.report);
    this.handlers.placeChanged();
  };

  goTo(id: number): void {
    this.document.goTo(id);
    this.handlers.placeChanged();
  }

  change(tree: GameTree, at = this.document.at): void {
    this.document.change(tree, at);
    this.problem = null;
    this.notice = null;
    this.handlers.placeChanged();
  }

  undo(): void {
    this.document.undo();
    this.notice = null;
    this.handlers.redraw();
  }

  redo(): void {
    this.document.redo();
    this.handlers.redraw();
  }
}
