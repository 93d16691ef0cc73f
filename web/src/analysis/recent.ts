/** Recent analyses and PGN files on this device. */
import { savedAnalyses } from '../storage/analyses';
import { savedCollections } from '../storage/collections';

export interface RecentItem {
  href: string;
  title: string;
  time: number;
}

/** At most this many are listed in the dialog. */
const MAX_RECENT = 6;

/** The latest first, without the one at `address`. */
export async function recentItems(address: string): Promise<RecentItem[]> {
  const [analyses, collections] = await Promise.all([savedAnalyses(), savedCollections()]);
  return [
    ...analyses.map(({ id, title, changed }) => ({ href: `/analysis/${id}`, title, time: changed })),
    ...collections.map(({ id, name, added }) => ({ href: `/collection/${id}`, title: name, time: added })),
  ]
    .sort((one, other) => other.time - one.time)
    .filter(({ href }) => href !== address)
    .slice(0, MAX_RECENT);
}
