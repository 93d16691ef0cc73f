/**
 * The arbiter's clock is pressed by making moves, but the moves on the real board are not known here. Instead, two
 * rooks circle behind their pawns, one over sixteen squares and one over fifteen: no position occurs a fifth time
 * within nine hundred moves, so only the clocks can end the game.
 */
export const START = 'r7/8/3k4/pppppppp/PPPPPPPP/3K4/8/R7 w - - 0 1';

const white = ['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1', 'h1', 'h2', 'g2', 'f2', 'e2', 'd2', 'c2', 'b2', 'a2'];
const black = ['a8', 'b8', 'c8', 'd8', 'e8', 'f8', 'g8', 'h8', 'h7', 'f7', 'e7', 'd7', 'c7', 'b7', 'a7'];

/** The move for a press of the clock, counted from 0. */
export function moveOf(press: number): string {
  const round = press % 2 === 0 ? white : black;
  const step = Math.floor(press / 2);
  return `${round[step % round.length]}${round[(step + 1) % round.length]}`;
}
