/** Why a position cannot be played, in the reader's language. */
import { type Key, t } from '../i18n';
import type { FenField, SetupProblem, Side, Unreadable } from '../wire';

const fields: Record<FenField, Key> = {
  placement: 'fenPlacement',
  turn: 'fenTurn',
  castling: 'fenCastling',
  en_passant: 'fenEnPassant',
  halfmove_clock: 'fenHalfmoves',
  move_number: 'fenNumber',
  end: 'fenEnd',
};

/** Where and why a text is not a FEN. */
export function unreadableText({ field, found, at }: Pick<Unreadable, 'field' | 'found' | 'at'>): string {
  const expected = t(fields[field]);
  return found === '' ? t('fenEnds', { expected }) : t('fenUnreadable', { expected, found, at: at + 1 });
}

/** `turn` is the side to move, if it is known. */
export function setupProblemText(reason: SetupProblem, turn: Side | null): string {
  switch (reason.code) {
    case 'kings':
      return t(reason.count === 0 ? 'whyNoKing' : 'whyManyKings', { color: t(reason.color), count: reason.count });
    case 'pawn_on_back_rank':
      return t('whyPawn', { square: reason.square });
    case 'opponent_in_check':
      return turn === null ? t('whyCheckOfOther') : t('whyCheck', { color: t(turn === 'white' ? 'black' : 'white') });
    case 'castling_without_rook':
      return t('whyNoRook', { square: reason.square });
    case 'castling_king_away':
      return t('whyKingAway', { color: t(reason.color), square: reason.square });
    case 'castling_twice':
      return t('whyTwice', { color: t(reason.color) });
    case 'castling_only_in_chess960':
      return t('whyOnly960', { color: t(reason.color) });
    case 'en_passant_impossible':
      return t('whyEnPassant', { square: reason.square });
    case 'move_number_zero':
      return t('whyNumber');
  }
}
