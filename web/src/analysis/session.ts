/** Which analysis is open: its document and report, the address that leads to it, and what takes its place. */
import { t } from '../i18n';
import { deleteAnalysis, type SavedAnalysis, setCurrentAnalysis } from '../storage/analyses';
import { announce } from '../ui/announce';
import { go } from '../ui/router';
import { AnalysisDocument } from './document';
import { GameReport } from './game-report';
import { type Taken, takeIn } from './intake';
import { emptyAnalysis, idIn, type OpenedAnalysis, openAddress } from './opened';
import type { GameTree } from './tree';

/** Something that has just happened and can be undone. */
export interface Notice {
  text: string;
  undo: () => void;
}

export interface SessionHandlers {
  redraw: () => void;
  /** Another place is looked at. */
  placeChanged: () => void;
  /** Another game is looked at. */
  gameChanged: () => void;
}

export class AnalysisSession {
  document: AnalysisDocument;
  readonly report: GameReport;
  /** The address that the document was opened from or is kept at. */
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
    this.handlers.gameChanged();
    this.handlers.placeChanged();
  }

  /**
   * A game or position from outside takes the place of this one, which can be brought back. Says what came; several games
   * are shown as a list.
   */
  async take(input: string | File): Promise<Taken['is']> {
    const taken = await takeIn(input).catch(
      (error: unknown): Taken => ({
        is: 'nothing',
        // The database has no room, or the browser forbids it.
        problem: t('somethingFailed', { why: error instanceof Error ? error.message : String(error) }),
      }),
    );
    if (taken.is === 'collection') go(`/collection/${taken.id}`);
    else if (taken.is === 'nothing') this.problem = taken.problem;
    else {
      const replaced = !this.document.empty;
      // A step back in the browser's history leads to the game before, too.
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

  /** The address asks for something else. */
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

  /** Another tab has changed this analysis: both go on from there. */
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
