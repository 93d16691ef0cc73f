/** A book of the user's own games: what was played from a position in the finished games saved in this browser. */
import { points, replay } from '../core';
import { movesOf } from '../local/pgn';
import { type SavedGame, savedGames, startOf } from '../local/save';
import type { ResultCode } from '../wire';

export interface BookMove {
  uci: string;
  san: string;
  games: number;
  /** The points of the side that made the move. */
  points: number;
}

/** Positions are compared without their move counters. */
const keyOf = (fen: string): string => fen.split(' ').slice(0, 4).join(' ');

export class OwnGames {
  private readonly moves = new Map<string, Map<string, BookMove>>();

  /** Adds a game. Games in which the players do not share one point are ignored. */
  add(fen: string | null, moves: readonly string[], result: ResultCode): void {
    const { white, black } = points(result);
    if (white + black !== 1) return;
    const { steps } = replay({ fen, moves: [...moves] });
    for (const [index, { played }] of steps.entries()) {
      const before = steps[index - 1];
      if (!before || !played) continue;
      const known = this.moves.get(keyOf(before.fen)) ?? new Map<string, BookMove>();
      const move = known.get(played.uci) ?? { uci: played.uci, san: played.san, games: 0, points: 0 };
      move.games += 1;
      move.points += before.fen.split(' ')[1] === 'w' ? white : black;
      known.set(played.uci, move);
      this.moves.set(keyOf(before.fen), known);
    }
  }

  /** The moves played from a position, the most frequent first. */
  at(fen: string): BookMove[] {
    return [...(this.moves.get(keyOf(fen))?.values() ?? [])].sort((one, other) => other.games - one.games);
  }
}

const isUsable = (game: SavedGame): boolean =>
  game.result !== null && game.plies > 0 && startOf(game).variant !== 'chess960';

/** Reads the games of this browser one per task, so that the page stays responsive, and then calls `done`. */
export function readOwnGames(done: (games: OwnGames) => void): () => void {
  const book = new OwnGames();
  const waiting = savedGames().filter(isUsable);
  let timer: ReturnType<typeof setTimeout>;
  const next = (): void => {
    const game = waiting.pop();
    if (!game) {
      done(book);
      return;
    }
    const moves = movesOf(game).map(({ uci }) => uci);
    if (game.result) book.add(startOf(game).fen ?? null, moves, game.result);
    timer = setTimeout(next);
  };
  if (waiting.length > 0) timer = setTimeout(next);
  return () => clearTimeout(timer);
}
