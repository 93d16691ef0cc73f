/** The terms of a game: from the arbiter's or the server's messages, and as text in the reader's language. */
import { START } from '../core/start';
import { t } from '../i18n';
import type { NewGame } from '../wire';
import type { Agreement } from './model';
import { timesText } from './time';

/** The terms as a start, a challenge or a game states them; what is left out has its default. */
export type Terms = Partial<Omit<NewGame, 'opponent' | 'color' | 'rematch_of'>>;

export function agreementOf(terms: Terms): Agreement {
  const both = terms.time ?? '-';
  const variant = terms.variant ?? 'standard';
  return {
    time: { white: terms.time_white ?? both, black: terms.time_black ?? both },
    variant,
    // The random start of a Chess960 game does not count as a special position.
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

/** Everything that differs from a default game, a few words each. */
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

/** All terms in one line. Games on a server also say whether they are rated. */
export function agreementText(agreement: Agreement, live: boolean): string {
  const counts = live ? [t(agreement.rated ? 'rated' : 'casual')] : [];
  const special = specialTerms(live ? agreement : { ...agreement, chat: true });
  return [timesText(agreement.time), ...counts, ...special].join(' · ');
}
