/** The faults of a PGN in the reader's language. */
import { setupProblemText, unreadableText } from '../board/setup-problems';
import { type Key, t } from '../i18n';
import type { FaultJson, PgnPart } from '../wire';

/** `Omit` for each member of a union. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const words: Record<FaultJson['code'], Key> = {
  illegal_move: 'faultIllegal',
  ambiguous_move: 'faultAmbiguous',
  promotion_missing: 'faultPromotion',
  not_a_move: 'faultNotAMove',
  pass_in_check: 'faultPass',
  unknown_annotation: 'faultAnnotation',
  stray: 'faultStray',
  variation_without_move: 'faultVariation',
  no_variation_to_close: 'faultNoVariation',
  unclosed_variation: 'faultUnclosedVariation',
  unclosed_comment: 'faultUnclosedComment',
  bad_tag: 'faultTag',
  duplicate_tag: 'faultDuplicate',
  bad_result: 'faultResult',
  bad_set_up: 'faultSetUp',
  set_up_contradicted: 'faultSetUpContradicted',
  unreadable_fen: 'faultFen',
  unplayable_fen: 'faultFen',
  unsupported_variant: 'faultVariant',
  results_differ: 'faultResultsDiffer',
  too_long: 'faultTooLong',
  too_deep: 'faultTooDeep',
  too_many_tags: 'faultTooManyTags',
  too_many_faults: 'faultTooMany',
};

const parts: Record<PgnPart, Key> = { comment: 'partComment', tag: 'partTag', word: 'partWord', game: 'partGame' };

/** At most this many legal moves are listed. */
const MAX_MOVES = 8;

/** The values for the placeholders of the string: what was found, and what would have been legal. */
function details(wrong: Without<FaultJson, 'line' | 'at_move'>): Record<string, string | number> {
  switch (wrong.code) {
    case 'illegal_move':
    case 'ambiguous_move':
    case 'promotion_missing':
      return { found: wrong.found, legal: wrong.legal.slice(0, MAX_MOVES).join(' ') || '–' };
    case 'unreadable_fen':
      return { why: unreadableText(wrong.fen) };
    case 'unplayable_fen':
      // The fault does not say whose turn it is, so the side in check is not named.
      return { why: wrong.reasons.map(reason => setupProblemText(reason, null)).join(' ') };
    case 'too_long':
      return { what: t(parts[wrong.what]), limit: wrong.limit };
    default: {
      const { code: _, ...rest } = wrong;
      return rest;
    }
  }
}

export function faultText({ line, at_move, ...wrong }: FaultJson): string {
  const what = t(words[wrong.code], details(wrong));
  return at_move === null ? t('faultAtLine', { line, what }) : t('faultAtMove', { line, move: at_move, what });
}
