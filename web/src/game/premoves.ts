/** Premoves, and what the board shows while they wait. Their legality is checked when they are played. */
import { piecesOf } from '../board/squares';

export interface Premove {
  from: string;
  to: string;
  /** What a pawn becomes, chosen in advance. */
  promotion?: string;
}

export const premoveUci = ({ from, to, promotion = '' }: Premove): string => `${from}${to}${promotion}`;

/** Whether a pawn reaches its last rank. */
export const isPromotion = (fen: string, { from, to }: Premove): boolean =>
  /^[Pp]$/.test(piecesOf(fen).get(from) ?? '') && /[18]$/.test(to);

/** The position to display: as if all premoves had been played. It need not be legal. */
export function afterPremoves(fen: string, premoves: readonly Premove[]): string {
  if (premoves.length === 0) return fen;
  const pieces = piecesOf(fen);
  for (const premove of premoves) place(pieces, premove);
  const rows = [8, 7, 6, 5, 4, 3, 2, 1].map(rank =>
    [...'abcdefgh'].map(file => pieces.get(`${file}${rank}`) ?? '1').join(''),
  );
  const placement = rows.join('/').replace(/1+/g, empty => String(empty.length));
  return [placement, ...fen.split(' ').slice(1)].join(' ');
}

function place(pieces: Map<string, string>, { from, to, promotion }: Premove): void {
  const piece = pieces.get(from);
  if (!piece) return;
  const white = piece === piece.toUpperCase();
  const rook = white ? 'R' : 'r';
  const rank = from[1] ?? '1';
  pieces.delete(from);
  // Castling: the king moves two squares, or onto its own rook.
  const files = Math.abs(from.charCodeAt(0) - to.charCodeAt(0));
  const ontoRook = pieces.get(to) === rook;
  if (/^[Kk]$/.test(piece) && (ontoRook || (from[0] === 'e' && files === 2))) {
    const kingside = to > from;
    if (ontoRook) pieces.delete(to);
    else pieces.delete(`${kingside ? 'h' : 'a'}${rank}`);
    pieces.set(`${kingside ? 'g' : 'c'}${rank}`, piece);
    pieces.set(`${kingside ? 'f' : 'd'}${rank}`, rook);
    return;
  }
  const becomes = promotion ? (white ? promotion.toUpperCase() : promotion) : piece;
  pieces.set(to, becomes);
}
