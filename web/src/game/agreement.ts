/** What was agreed before a game: from the words of the arbiter and the server, and in the words of the reader. */
import { START } from '../core/start';
import { t } from '../i18n';
import type { NewGame } from '../wire';
import type { Agreement } from './model';
import { timesText } from './time';

/** What a start, a challenge and a game say of it; what is left out is as usual. */
export type Terms = Partial<Omit<NewGame, 'opponent' | 'color' | 'rematch_of'>>;

export function agreementOf(terms: Terms): Agreement {
  const both = terms.time ?? '-';
  const variant = terms.variant ?? 'standard';
  return {
    time: { white: terms.time_white ?? both, black: terms.time_black ?? both },
    variant,
    // A start of Chess960 is drawn by lot: that is not worth a word.
    fromPosition: variant === 'standard' && (terms.fen ?? START) !== START,
    conduct: terms.conduct ?? 'online',
    drawOffersFrom: terms.draw_offers_from_move ?? null,
    fiftyMoveRule: terms.fifty_move_rule ?? true,
    drawOdds: terms.draw_odds ?? null,
    defaultTime: terms.default_time ?? null,
    rated: terms.rated ?? false,
    chat: terms.chat ?? true,
  };
}

/** What differs from a usual game, each in a few words. */
export function specialTerms(agreement: Agreement): string[] {
  const { variant, fromPosition, conduct, drawOffersFrom, fiftyMoveRule, drawOdds, defaultTime, chat } = agreement;
  const said = [
    variant === 'chess960' && t('chess960'),
    fromPosition && t('termsPosition'),
    conduct === 'tournament' && t('termsTournament'),
    drawOffersFrom === 'never' && t('termsNoOffers'),
    typeof drawOffersFrom === 'number' && t('termsOffersFrom', { number: drawOffersFrom }),
    !fiftyMoveRule && t('termsNoFifty'),
    drawOdds !== null && t('termsDrawOdds', { color: t(drawOdds) }),
    defaultTime !== null && t('termsDefaultTime', { minutes: Math.round(defaultTime / 6000) / 10 }),
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
