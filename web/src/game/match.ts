/** A score as people write it: 1½. */
export function pointsText(score: number): string {
  const whole = Math.floor(score);
  const half = score - whole >= 0.5 ? '½' : '';
  return whole === 0 && half !== '' ? half : `${whole}${half}`;
}
