/** The score sheet of the main line. */
import type { ScoreSheet, SheetMove } from '../print/columns';
import { settings } from '../ui/settings';
import { dateText } from './dates';
import { inLetters } from './letters';
import { clockOf } from './shapes';
import { type GameTree, lineFrom, nodeOf, numberBefore, ROOT, tagOf } from './tree';

/** Law E09: a draw offer is written as (=). */
const DRAW_OFFER = /(?<!\b(?:white|black)\s+)\(=\)/;
/** An offer whose player made no move afterwards follows the last move and names the colour. */
const LAST_OFFER = /\b(?:white|black)\s+\(=\)/;

export function scoreSheetOf(tree: GameTree): ScoreSheet {
  const tag = (name: string): string => (tagOf(tree, name) ?? '').replace(/^[?.\-*\s]+$/, '');
  const rows = new Map<number, { white?: SheetMove; black?: SheetMove }>();
  for (const id of lineFrom(tree, ROOT)) {
    const node = nodeOf(tree, id);
    const { number, black } = numberBefore(nodeOf(tree, node.parent).fen);
    const row = rows.get(number) ?? {};
    row[black ? 'black' : 'white'] = {
      san: inLetters(node.san, settings().letters),
      clock: clockOf(node.comments) ?? '',
      drawOffer: node.comments.some(comment => DRAW_OFFER.test(comment)),
    };
    rows.set(number, row);
    if (node.comments.some(comment => LAST_OFFER.test(comment))) {
      const next = numberBefore(node.fen);
      const offer = { san: '(=)', clock: '', drawOffer: false };
      rows.set(next.number, { ...rows.get(next.number), [next.black ? 'black' : 'white']: offer });
    }
  }
  const start = nodeOf(tree, ROOT).fen;
  return {
    event: tag('Event'),
    site: tag('Site'),
    date: dateText(tag('Date')),
    round: tag('Round'),
    board: tag('Board'),
    white: tag('White'),
    black: tag('Black'),
    whiteRating: tag('WhiteElo'),
    blackRating: tag('BlackElo'),
    timeControl: tag('TimeControl'),
    result: tree.result.replaceAll('1/2', '½').replace('-', '–').replace('*', ''),
    start: tag('FEN') === '' ? '' : start,
    rows: [...rows].map(([number, row]) => ({ number, ...row })),
  };
}
