/** What was agreed before a game: from the words of the arbiter and the server, and in the words of the reader. */
import { t } from '../i18n';
import type { Agreement } from './model';
import { timesText } from './time';

/** What a start, a challenge and a game say of it; what is left out is as usual. */
export interface Terms {
  time?: string | null;
  /** Odds: another time for one side. */
  time_white?: string | null;
  time_black?: string | null;
  variant?: 'standard' | 'chess960';
  fen?: string | null;
  conduct?: 'online' | 'tournament';
  draw_offers_from_move?: number | 'never' | null;
  fifty_move_rule?: boolean;
  rated?: boolean;
  chat?: boolean;
}

const USUAL_START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export function agreementOf(terms: Terms): Agreement {
  const both = terms.time ?? '-';
  const chess960 = terms.variant === 'chess960';
  return {
    time: { white: terms.time_white ?? both, black: terms.time_black ?? both },
    chess960,
    // A start of Chess960 is drawn by lot: that is not worth a word.
    fromPosition: !chess960 && (terms.fen ?? USUAL_START) !== USUAL_START,
    conduct: terms.conduct ?? 'online',
    drawOffersFrom: terms.draw_offers_from_move ?? null,
    fiftyMoveRule: terms.fifty_move_rule ?? true,
    rated: terms.rated ?? false,
    chat: terms.chat ?? true,
  };
}

/** What differs from a usual game, each in a few words. */
export function specialTerms(agreement: Agreement): string[] {
  const { chess960, fromPosition, conduct, drawOffersFrom, fiftyMoveRule, chat } = agreement;
  const said = [
    chess960 && t('chess960'),
    fromPosition && t('termsPosition'),
    conduct === 'tournament' && t('termsTournament'),
    drawOffersFrom === 'never' && t('termsNoOffers'),
    typeof drawOffersFrom === 'number' && t('termsOffersFrom', { number: drawOffersFrom }),
    !fiftyMoveRule && t('termsNoFifty'),
    !chat && t('termsNoChat'),
  ];
  return said.filter(words => words !== false);
}

/** Everything in one line. Whether it counts is said where it could. */
export function agreementText(agreement: Agreement, live: boolean): string {
  const counts = live ? [t(agreement.rated ? 'rated' : 'casual')] : [];
  const special = specialTerms(live ? agreement : { ...agreement, chat: true });
  return [timesText(agreement.time), ...counts, ...special].join(' · ');
}
