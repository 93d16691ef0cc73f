/** What the server's admin lets players choose. Without a server, and by default, that is everything. */
import { serverInfo } from '../admin/api';
import { timeControl } from '../core';
import { timeInput } from '../game/time';
import type { Choices } from './choices';

export interface AllowedChoices {
  /** Time controls as people write them; empty means any. */
  times: string[];
  /** Empty means all. */
  levels: number[];
}

export const everything: AllowedChoices = { times: [], levels: [] };

export async function askOffered(): Promise<AllowedChoices> {
  try {
    const { time_controls, levels } = await serverInfo();
    return time_controls.length + levels.length === 0 ? everything : { times: time_controls.map(timeInput), levels };
  } catch {
    return everything;
  }
}

/** Whether the server's limits apply: not to games on one screen. */
export const appliesTo = ({ mode }: Choices): boolean => mode !== 'here';

const same = (one: string, other: string): boolean => {
  const [a, b] = [timeControl(one), timeControl(other)];
  return a.is === 'valid' && b.is === 'valid' && a.pgn === b.pgn;
};

/** The changes that make the choices acceptable to the server. */
export function corrections(choices: Choices, { times, levels }: AllowedChoices): Partial<Choices> {
  if (!appliesTo(choices)) return {};
  // The same time control as its button writes it, or else the first one on offer.
  const time = times.find(offered => same(offered, choices.time)) ?? times[0];
  const [level] = levels;
  const isChosen = time === choices.time && !choices.otherTime;
  return {
    ...(time === undefined || isChosen ? {} : { time, otherTime: false }),
    ...(level !== undefined && (choices.rating !== null || !levels.includes(choices.level))
      ? { level, rating: null }
      : {}),
  };
}
