/** A game of a collection as one line of text: compact, and searched as it is. */
import type { ListedGame } from '../wire';

export interface Row {
  white: string;
  black: string;
  whiteRating: string;
  blackRating: string;
  result: string;
  date: string;
  event: string;
  /** ECO code and name. */
  opening: string;
  moves: string;
  faulty: boolean;
}

const SEPARATOR = '\t';

/** A tag value without information. */
const UNKNOWN = /^[?.\-\s]*$/;
const known = (text: string): string => (UNKNOWN.test(text) ? '' : text.replace(/\s+/g, ' ').trim());

/** `name` is the opening of the game according to our table, if it is known. */
export function rowText(game: ListedGame, name: string | undefined): string {
  const opening = name ?? [known(game.eco), known(game.opening)].filter(Boolean).join(' ');
  return [
    known(game.white) || '?',
    known(game.black) || '?',
    known(game.white_rating),
    known(game.black_rating),
    game.result.replaceAll('1/2', '½').replace('-', '–'),
    known(game.date).replace(/(\.\?\?)+$/, ''),
    known(game.event),
    opening,
    String(Math.ceil(game.plies / 2)),
    game.faulty ? '!' : '',
  ].join(SEPARATOR);
}

export function readRow(text: string): Row {
  const [
    white = '?',
    black = '?',
    whiteRating = '',
    blackRating = '',
    result = '*',
    date = '',
    event = '',
    opening = '',
    moves = '0',
    faulty = '',
  ] = text.split(SEPARATOR);
  return { white, black, whiteRating, blackRating, result, date, event, opening, moves, faulty: faulty === '!' };
}

/** Text without case and accents, so that "bela" finds "Béla". */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** The words of a search, all of which a row must contain. Results can be typed in plain characters. */
export const searchWords = (text: string): string[] =>
  folded(text.replaceAll('1/2', '½').replace(/(?<=[01½])-(?=[01½])/g, '–'))
    .split(/\s+/)
    .filter(Boolean);

export const SORTS = ['file', 'white', 'black', 'rating', 'date', 'event', 'opening', 'moves'] as const;
export type Sort = (typeof SORTS)[number];

/** The key by which rows are sorted. */
export function sortKey(text: string, sort: Sort): string | number {
  const row = readRow(text);
  switch (sort) {
    case 'rating':
      return -Math.max(Number(row.whiteRating) || 0, Number(row.blackRating) || 0);
    case 'moves':
      return Number(row.moves);
    case 'file':
      return 0;
    default:
      return folded(row[sort]);
  }
}
