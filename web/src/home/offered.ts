/** What an admin of the server lets players choose. Without a server, and where nothing is said, that is everything. */
import { serverInfo } from '../admin/api';
import { timeControl } from '../core';
import { timeInput } from '../game/time';
import type { Choices } from './choices';

export interface Offered {
  /** As people write them; none means any. */
  times: string[];
  /** None means all. */
  levels: number[];
}

export const everything: Offered = { times: [], levels: [] };

export async function askOffered(): Promise<Offered> {
  try {
    const { time_controls, levels } = await serverInfo();
    return time_controls.length + levels.length === 0 ? everything : { times: time_controls.map(timeInput), levels };
  } catch {
    return everything;
  }
}

/** Games on one screen are nobody else's affair. */
export const holdsFor = ({ mode }: Choices): boolean => mode !== 'here';

const same = (one: string, other: string): boolean => {
  const [a, b] = [timeControl(one), timeControl(other)];
  return a.is === 'valid' && b.is === 'valid' && a.pgn === b.pgn;
};

/** What has to change in the choices so that the server takes them. */
export function corrections(choices: Choices, { times, levels }: Offered): Partial<Choices> {
  if (!holdsFor(choices)) return {};
  // The same time, as the buttons have it, or another one.
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
