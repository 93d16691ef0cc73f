/** The subject of an analysis in the fragment of the address: it can be sent as a link, and servers do not see it. */
import type { CollectionGame } from '../storage/analyses';
import type { Side, VariantName } from '../wire';

export interface AnalysisRequest {
  /** The position, or where `moves` begin. */
  fen?: string;
  pgn?: string;
  /** Moves in any notation, separated by spaces. */
  moves?: string;
  variant: VariantName;
  side: Side;
  /** The names of the players, as PGN tags. */
  tags: [string, string][];
  result?: string;
  /** A game of a collection on this device. */
  source?: CollectionGame;
  /** Start an empty analysis. */
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

/** The address of a game of a collection. */
export const collectionAddress = ({ collection, game }: CollectionGame): string =>
  `/analysis#${new URLSearchParams({ collection, game: String(game) })}`;

export interface AddressFields {
  fen?: string;
  pgn?: string;
  variant?: VariantName;
  side?: Side;
}

export function writeAddress({ fen, pgn, variant, side }: AddressFields): string {
  const query = new URLSearchParams();
  if (pgn) query.set('pgn', pgn);
  else if (fen) query.set('fen', fen);
  if (variant === 'chess960') query.set('variant', variant);
  if (side === 'black') query.set('side', side);
  const text = query.toString();
  return `/analysis${text === '' ? '' : `#${text}`}`;
}
