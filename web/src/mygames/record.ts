/** A game of this browser as others can read it: its moves, its names, its PGN. */
import { writeAddress } from '../analysis/address';
import { Arbiter, writeGame } from '../core';
import type { Color } from '../game/model';
import { t } from '../i18n';
import type { SavedGame } from '../local/save';
import type { Answer, Start, TreeInput } from '../wire';

/** The moves as the arbiter has them: takebacks and restarts are behind. */
export function movesAfter(answers: readonly Pick<Answer, 'events'>[]): string[] {
  let moves: string[] = [];
  for (const event of answers.flatMap(({ events }) => events)) {
    if (event.event === 'move') moves.push(event.uci);
    if (event.event === 'takeback') moves = moves.slice(0, moves.length - event.moves);
    if (event.event === 'restart') moves = [];
  }
  return moves;
}

export function movesOf(game: SavedGame): string[] {
  const arbiter = new Arbiter();
  return movesAfter(game.lines.map(line => arbiter.answer(line)));
}

export function nameOf(game: SavedGame, color: Color): string {
  if (game.you === 'both') return t(color);
  return color === game.you ? t('you') : t('computerLevel', { level: game.level ?? 1 });
}

/** Whether the person won: nothing to say where both are persons. */
export function outcomeFor({ you, result }: SavedGame): 'won' | 'lost' | 'drawn' | null {
  if (result === '1/2-1/2') return 'drawn';
  if (you === 'both' || (result !== '1-0' && result !== '0-1')) return null;
  return (result === '1-0' ? 'white' : 'black') === you ? 'won' : 'lost';
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

export function dateTag(time: number): string {
  const date = new Date(time);
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('.');
}

/** A game as the core writes it: one line. */
export function treeOf(game: SavedGame): TreeInput {
  const { fen, time, variant } = game.lines[0] as Start;
  const tags: [string, string][] = [
    ['Event', 'Tabiya'],
    ['Date', dateTag(game.date)],
    ['White', nameOf(game, 'white')],
    ['Black', nameOf(game, 'black')],
  ];
  if (time && time !== '-') tags.push(['TimeControl', time]);
  if (game.reason) tags.push(['Termination', game.reason]);
  return {
    tags,
    fen: fen ?? null,
    variant: variant ?? 'standard',
    result: game.result ?? '*',
    comments: [],
    nodes: movesOf(game).map((uci, index) => ({
      uci,
      parent: index === 0 ? null : index - 1,
      nags: [],
      comments: [],
      comments_before: [],
    })),
  };
}

export function pgnOf(game: SavedGame): string {
  const text = writeGame(treeOf(game));
  return text.is === 'written' ? text.pgn : '';
}

export const analysisOf = (game: SavedGame): string =>
  writeAddress({ pgn: pgnOf(game), side: game.you === 'black' ? 'black' : 'white' });
