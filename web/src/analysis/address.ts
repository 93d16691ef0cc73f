/** What is analysed, in the address behind the #: it can be sent as a link, and no server is told. */

export interface Asked {
  /** A position, or where the moves begin. */
  fen?: string;
  pgn?: string;
  /** Moves in any notation, with spaces between. */
  moves?: string;
  chess960: boolean;
  side: 'white' | 'black';
  /** What the game is called by those who played it. */
  tags: [string, string][];
  result?: string;
}

export function readAddress(hash: string): Asked {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const asked: Asked = {
    chess960: query.get('variant') === 'chess960',
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
  return asked;
}

export interface Shared {
  fen?: string;
  pgn?: string;
  chess960?: boolean;
  side?: 'white' | 'black';
}

/** The address that leads to this. */
export function writeAddress({ fen, pgn, chess960, side }: Shared): string {
  const query = new URLSearchParams();
  if (pgn) query.set('pgn', pgn);
  else if (fen) query.set('fen', fen);
  if (chess960) query.set('variant', 'chess960');
  if (side === 'black') query.set('side', side);
  const text = query.toString();
  return `/analysis${text === '' ? '' : `#${text}`}`;
}
