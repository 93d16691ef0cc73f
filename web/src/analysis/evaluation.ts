/** Scores as people read them. */
import type { PositionScore } from '../storage/analyses';
import type { Side } from '../wire';

/** `+1.3`, `−0.4`, `#5`, `#−2`; `1–0` if the game is over. */
export function scoreText(score: PositionScore): string {
  if ('result' in score) return score.result.replaceAll('1/2', '½').replace('-', '–');
  if ('mate' in score) return `#${signed(score.mate, String(Math.abs(score.mate)), '')}`;
  return signed(score.cp, (Math.abs(score.cp) / 100).toFixed(1), '+');
}

function signed(number: number, text: string, plus: string): string {
  if (number < 0 && !/^0(\.0)?$/.test(text)) return `−${text}`;
  return number > 0 && text !== '0.0' ? plus + text : text;
}

/** The advantage from 1 (White wins) to −1 (Black wins); a pawn counts most when the position is even. */
export function advantage(score: PositionScore): number {
  if ('result' in score) return score.result === '1/2-1/2' ? 0 : score.result === '1-0' ? 1 : -1;
  if ('mate' in score) return score.mate >= 0 ? 1 : -1;
  return 2 / (1 + Math.exp(-0.004 * score.cp)) - 1;
}

export type Lapse = 'inaccuracy' | 'mistake' | 'blunder';

/** Classifies a move by how much advantage it gave away. */
export function lapse(before: PositionScore, after: PositionScore, mover: Side): Lapse | null {
  const given = (advantage(before) - advantage(after)) * (mover === 'white' ? 1 : -1);
  if (given >= 0.3) return 'blunder';
  if (given >= 0.2) return 'mistake';
  return given >= 0.1 ? 'inaccuracy' : null;
}

export const lapseSign: Record<Lapse, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };
