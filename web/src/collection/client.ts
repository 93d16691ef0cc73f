/** The page's side of a collection: progress, search results, and the rows in view. */
import { type Row, readRow, type Sort } from './rows';
import type { Reply, Request } from './worker';

export interface Progress {
  bytes: number;
  size: number;
  games: number;
}

export class CollectionClient {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  private searches = 0;
  private known = new Map<number, Row>();
  private asked = new Set<number>();
  progress: Progress | null = null;
  name = '';
  /** The number of games; null until the file has been read. */
  games: number | null = null;
  /** The result of the last search: indexes of games in the file. */
  found: Uint32Array = new Uint32Array();
  problem: 'missing' | { why: string } | null = null;

  constructor(
    id: string,
    private readonly changed: () => void,
  ) {
    this.worker.onmessage = ({ data }: MessageEvent<Reply>) => this.receive(data);
    this.worker.onerror = event => {
      this.problem = { why: event.message };
      changed();
    };
    this.ask({ do: 'open', id });
  }

  search(text: string, sort: Sort): void {
    this.searches += 1;
    this.ask({ do: 'search', number: this.searches, text, sort });
  }

  /** The row of a game, if `fetchRows` has fetched it. */
  row(place: number): Row | undefined {
    return this.known.get(place);
  }

  fetchRows(places: readonly number[]): void {
    const missing = places.filter(place => !this.known.has(place) && !this.asked.has(place));
    if (missing.length === 0) return;
    for (const place of missing) this.asked.add(place);
    this.ask({ do: 'rows', number: 0, places: missing });
  }

  close(): void {
    this.worker.terminate();
  }

  private ask(request: Request): void {
    this.worker.postMessage(request);
  }

  private receive(message: Reply): void {
    switch (message.is) {
      case 'missing':
        this.problem = 'missing';
        break;
      case 'failed':
        this.problem = { why: message.why };
        break;
      case 'progress':
        this.progress = message;
        break;
      case 'ready':
        this.games = message.games;
        this.name = message.name;
        this.progress = null;
        break;
      case 'found':
        // A later search is in progress.
        if (message.number !== this.searches) return;
        this.found = message.places;
        break;
      case 'rows':
        for (const [place, text] of message.rows) {
          this.known.set(place, readRow(text));
          this.asked.delete(place);
        }
    }
    this.changed();
  }
}
