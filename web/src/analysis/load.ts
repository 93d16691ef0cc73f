/** Turns any input (text, file, link) into games that can be shown. */

import { setupProblemText, unreadableText } from '../board/setup-problems';
import { inspect, readGames, replay } from '../core';
import { START } from '../core/start';
import { t } from '../i18n';
import type { Inspection, VariantName } from '../wire';
import type { AnalysisRequest } from './address';
import { faultText } from './faults';
import { emptyTree, fromWire, type GameTree, play, ROOT } from './tree';

export interface LoadedGames {
  games: GameTree[];
  /** Why there are no games, or fewer than in the input. */
  problem: string | null;
}

/** A game that starts from a FEN. A FEN that is valid only in Chess960 is read as Chess960. */
function fromFen(fen: string, wanted: VariantName): LoadedGames {
  const variants: VariantName[] = wanted === 'chess960' ? ['chess960'] : ['standard', 'chess960'];
  for (const variant of variants) {
    const found = inspect(fen.trim(), variant);
    if (found.is === 'playable') return { games: [emptyTree(found.fen, found.check, variant)], problem: null };
  }
  return { games: [], problem: problemOf(inspect(fen.trim(), wanted), fen) };
}

/** Why a FEN is not a playable position. */
function problemOf(found: Inspection, fen: string): string {
  if (found.is === 'unreadable') return unreadableText(found);
  const turn = fen.trim().split(/\s+/)[1] === 'b' ? 'black' : 'white';
  return found.is === 'unplayable' ? found.reasons.map(reason => setupProblemText(reason, turn)).join(' ') : '';
}

export function fromPgn(text: string | Uint8Array): LoadedGames {
  const { games } = readGames(text);
  const read = games.map(fromWire);
  // A text without any move or tag is not a game.
  const some = read.filter(game => game.nodes.size > 1 || game.tags.length > 0);
  const fault = some.flatMap(game => game.faults)[0] ?? read.flatMap(game => game.faults)[0];
  return { games: some, problem: fault ? faultText(fault) : null };
}

/** One line of pieces and slashes is taken for a FEN, anything else for a game. */
export const looksLikeFen = (text: string): boolean =>
  /^\s*[1-8pnbrqk]+(\/[1-8pnbrqk]+){7}(\s+\S+){0,5}\s*$/i.test(text);

export const fromText = (text: string): LoadedGames => (looksLikeFen(text) ? fromFen(text, 'standard') : fromPgn(text));

/** The game that an address describes. */
export function fromAddress(asked: AnalysisRequest): LoadedGames {
  if (asked.pgn) return fromPgn(asked.pgn);
  const start = fromFen(asked.fen ?? START, asked.variant);
  const [empty] = start.games;
  if (!empty) return start;
  const moves = asked.moves?.split(/\s+/).filter(Boolean) ?? [];
  const { steps, error } = replay({ fen: asked.fen ?? null, variant: asked.variant, moves });
  let tree: GameTree = { ...empty, tags: asked.tags, result: asked.result ?? '*' };
  let at = ROOT;
  for (const { fen, check, played } of steps) {
    if (played) ({ tree, at } = play(tree, at, { uci: played.uci, san: played.san, fen, check }));
  }
  // `steps` includes the starting position, so `steps.length - 1` is the index of the move that could not be played.
  return {
    games: [tree],
    problem: error === null ? null : t('moveNotUnderstood', { text: moves[steps.length - 1] ?? '' }),
  };
}
