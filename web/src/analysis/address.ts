/** What is analysed, in the address behind the #: it can be sent as a link, and no server is told. */
import type { CollectionGame } from '../storage/analyses';
import type { Side, VariantName } from '../wire';

export interface AnalysisRequest {
  /** A position, or where the moves begin. */
  fen?: string;
  pgn?: string;
  /** Moves in any notation, with spaces between. */
  moves?: string;
  variant: VariantName;
  side: Side;
  /** What the game is called by those who played it. */
  tags: [string, string][];
  result?: string;
  /** A game of a collection on this device. */
  source?: CollectionGame;
  /** Nothing that was there before. */
  fresh?: boolean;
}

export function readAddress(hash: string): AnalysisRequest {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const asked: AnalysisRequest = {
    variant: query.get('variant') === 'chess960' ? 'chess960' : 'standard',
    side: query.get('side') === 'black' ? 'black' : 'white',
    tags: [],
  };
  for (const key of ['fen', 'pgn', 'moves', 'result'] as const) {
    const value = query.get(key);
    if (value) asked[key] = value;
  }
  for (const color of ['white', 'black'] as const) {
    const name = query.get(color);
    if (name) asked.tags.push([color === 'white' ? 'White' : 'Black', name]);
  }
  const [collection, game] = [query.get('collection'), query.get('game') ?? ''];
  if (collection && /^\d{1,9}$/.test(game)) asked.source = { collection, game: Number(game) };
  if (query.has('new')) asked.fresh = true;
  return asked;
}

/** Where a game of a collection is looked at. */
export const collectionAddress = ({ collection, game }: CollectionGame): string =>
  `/analysis#${new URLSearchParams({ collection, game: String(game) })}`;

export interface Shared {
  fen?: string;
  pgn?: string;
  variant?: VariantName;
  side?: Side;
}

/** The address that leads to this. */
export function writeAddress({ fen, pgn, variant, side }: Shared): string {
  const query = new URLSearchParams();
  if (pgn) query.set('pgn', pgn);
  else if (fen) query.set('fen', fen);
  if (variant === 'chess960') query.set('variant', variant);
  if (side === 'black') query.set('side', side);
  const text = query.toString();
  return `/analysis${text === '' ? '' : `#${text}`}`;
}
