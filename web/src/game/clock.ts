/** What a clock shows, and when its text changes next. */
import type { Color, GameModel } from './model';

/** Milliseconds left at time `now` (`performance.now()`), never below zero (law T05); null without a clock. */
export function remaining(model: GameModel, color: Color, now: number): number | null {
  const { clock, running, waits } = model.state;
  const left = clock[color];
  if (left === null || running !== color) return left;
  const passed = Math.max(0, now - model.clockedAt - (waits ?? 0));
  return Math.max(0, left - passed);
}

/** Tenths are shown below this many milliseconds. */
export const TENTHS_BELOW = 10_000;

/**
 * The text of a clock: 1:05:09, 12:34, 0:09.4. Seconds are rounded down but tenths up, so that 0:00.0 is shown only
 * when no time is left.
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

/** Milliseconds until the text of a running clock changes. */
export function untilNextText(milliseconds: number): number {
  const step = milliseconds <= TENTHS_BELOW ? 100 : 1000;
  const rest = milliseconds % step;
  return rest === 0 ? step : rest + 1;
}

/** A clock is low when less than a tenth of its initial time is left, but at least 10 seconds and at most a minute. */
export const isLow = (milliseconds: number, initial: number | null): boolean =>
  milliseconds < Math.min(60_000, Math.max(10_000, (initial ?? 0) / 10));
