/** What a clock shows, and when it shows something else. */
import type { Color, GameModel } from './model';

/** Milliseconds left at a moment of this page's clock; none without a clock. Never below nothing (law T05). */
export function remaining(model: GameModel, color: Color, now: number): number | null {
  const { clock, running, waits } = model.state;
  const left = clock[color];
  if (left === null || running !== color) return left;
  const passed = Math.max(0, now - model.clockedAt - (waits ?? 0));
  return Math.max(0, left - passed);
}

/** Below this the tenths are shown. */
export const TENTHS_BELOW = 10_000;

/**
 * As people read it: 1:05:09, 12:34, 0:09.4. Time that is left is rounded down to what is shown, but the last tenth
 * stays until the flag has fallen: 0:00.0 means that there is nothing left.
 */
export function clockText(milliseconds: number): string {
  if (milliseconds < TENTHS_BELOW) {
    const tenths = Math.ceil(milliseconds / 100);
    return tenths >= 100 ? '0:10' : `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number: number) => String(number).padStart(2, '0');
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24];
  const [minutes, rest] = [Math.floor(seconds / 60) % 60, seconds % 60];
  if (days > 0) return `${days}d ${two(hours)}:${two(minutes)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** How long until a running clock shows something else. */
export function untilNextText(milliseconds: number): number {
  const step = milliseconds <= TENTHS_BELOW ? 100 : 1000;
  const rest = milliseconds % step;
  return rest === 0 ? step : rest + 1;
}

/** When a clock is said to be low: a tenth of the time it began with, but ten seconds at least and a minute at most. */
export const isLow = (milliseconds: number, initial: number | null): boolean =>
  milliseconds < Math.min(60_000, Math.max(10_000, (initial ?? 0) / 10));
