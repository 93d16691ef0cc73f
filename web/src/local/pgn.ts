/** Games of this browser for export: their moves, names and PGN. */
import { Arbiter, writeGame } from '../core';
import type { Color } from '../game/model';
import { computerName } from '../game/words';
import { t } from '../i18n';
import type { Answer, State, TreeInput } from '../wire';
import { type SavedGame, startOf } from './save';

export interface RecordedMove {
  uci: string;
  /** The mover's clock after the move, in milliseconds. */
  clock: number | null;
  drawOffer: boolean;
}

/** The moves that count, after takebacks and restarts. */
export function movesAfter(answers: readonly Pick<Answer, 'events' | 'turn' | 'clock'>[]): RecordedMove[] {
  let moves: RecordedMove[] = [];
  for (const { events, turn, clock } of answers) {
    for (const event of events) {
      // After a move it is the other side's turn.
      if (event.event === 'move')
        moves.push({ uci: event.uci, clock: clock?.[turn === 'white' ? 'black' : 'white'] ?? null, drawOffer: false });
      // Law E09: the score sheet marks an offer beside the last move.
      const last = moves.at(-1);
      if (event.event === 'draw_offer' && last) last.drawOffer = true;
      if (event.event === 'takeback') moves = moves.slice(0, moves.length - event.moves);
      if (event.event === 'restart') moves = [];
    }
  }
  return moves;
}

export const movesOf = (game: SavedGame): RecordedMove[] => replayed(game).moves;

/** The moves, and the state after them. */
function replayed(game: SavedGame): { moves: RecordedMove[]; state: State | undefined } {
  const arbiter = new Arbiter();
  const moves = movesAfter(game.lines.map(line => arbiter.answer(line)));
  const state = arbiter.state(game.elapsed) ?? undefined;
  // The arbiter knows whose offer it was, and so which move is marked.
  for (const [index, move] of moves.entries()) move.drawOffer = state?.offered?.includes(index + 1) ?? false;
  return { moves, state };
}

/** The arbiter's rulings after `ply` half-moves. */
const rulingsAfter = (ply: number, state: State | undefined): string[] =>
  (state?.rulings ?? []).filter(ruling => ruling.ply === ply).map(({ text }) => text);

/** `0:02:58`, with tenths in the last minute. */
export function clockTag(milliseconds: number): string {
  const tenths = Math.max(0, Math.floor(milliseconds / 100));
  const seconds = Math.floor(tenths / 10);
  const time = [Math.floor(seconds / 3600), twoDigits(Math.floor(seconds / 60) % 60), twoDigits(seconds % 60)].join(
    ':',
  );
  return seconds < 60 ? `${time}.${tenths % 10}` : time;
}

function commentsOn({ clock, drawOffer }: RecordedMove): string[] {
  const comment = [clock === null ? null : `[%clk ${clockTag(clock)}]`, drawOffer ? '(=)' : null]
    .filter(Boolean)
    .join(' ');
  return comment === '' ? [] : [comment];
}

export function nameOf(game: SavedGame, color: Color): string {
  if (game.you === 'both') return t(color);
  return color === game.you ? t('you') : computerName(game.level ?? 1, game.rating);
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

export function dateTag(time: number): string {
  const date = new Date(time);
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('.');
}

/** The input for the core's PGN writer: a tree with a single line. */
function treeOf(game: SavedGame): TreeInput {
  const { fen, time, variant, draw_odds, default_time } = startOf(game);
  const tags: [string, string][] = [
    ['Event', 'Tabiya'],
    ['Date', dateTag(game.date)],
    ['White', nameOf(game, 'white')],
    ['Black', nameOf(game, 'black')],
  ];
  if (time && time !== '-') tags.push(['TimeControl', time]);
  if (game.reason) tags.push(['Termination', game.reason]);
  if (draw_odds) tags.push(['DrawOdds', draw_odds]);
  if (default_time) tags.push(['DefaultTime', String(Math.floor(default_time / 1000))]);
  const { moves, state } = replayed(game);
  const ruling = state?.rulings?.at(-1);
  if (ruling?.ruling === 'forfeit' && ruling.reason) tags.push(['ForfeitReason', ruling.reason]);
  // An offer whose player made no move afterwards is the last comment.
  const unwritten = state?.unwritten_offer ? [`${state.unwritten_offer} (=)`] : [];
  const last = moves.length;
  return {
    tags,
    fen: fen ?? null,
    variant: variant ?? 'standard',
    result: game.result ?? '*',
    comments: [...rulingsAfter(0, state), ...(last === 0 ? unwritten : [])],
    nodes: moves.map((move, index) => ({
      uci: move.uci,
      parent: index === 0 ? null : index - 1,
      nags: [],
      comments: [...commentsOn(move), ...rulingsAfter(index + 1, state), ...(index + 1 === last ? unwritten : [])],
      comments_before: [],
    })),
  };
}

export function pgnOf(game: SavedGame): string {
  const text = writeGame(treeOf(game));
  return text.is === 'written' ? text.pgn : '';
}
