/** Why a position cannot be played, in the language of the reader. */
import { t } from '../i18n';
import type { Complaint } from '../wire';

export function reasonText(reason: Complaint, turn: 'white' | 'black'): string {
  switch (reason.code) {
    case 'kings':
      return t(reason.count === 0 ? 'whyNoKing' : 'whyManyKings', { color: t(reason.color), count: reason.count });
    case 'pawn_on_back_rank':
      return t('whyPawn', { square: reason.square });
    case 'opponent_in_check':
      return t('whyCheck', { color: t(turn === 'white' ? 'black' : 'white') });
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
