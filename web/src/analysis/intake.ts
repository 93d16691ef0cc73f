/** Importing text and files: one game or position is analysed, several games become a collection. */
import { t } from '../i18n';
import { addCollection } from '../storage/collections';
import { fromPgn, fromText, type LoadedGames, looksLikeFen } from './load';
import type { GameTree } from './tree';

export type IntakeResult =
  | { is: 'game'; tree: GameTree; problem: string | null }
  | { is: 'collection'; id: string }
  | { is: 'nothing'; problem: string };

/** Larger inputs become a collection, which a worker reads. */
const MAX_BYTES = 100_000;

export async function takeIn(input: string | File): Promise<IntakeResult> {
  const blob = typeof input === 'string' ? new Blob([input]) : input;
  const name = typeof input === 'string' ? t('pastedGames') : input.name;
  if (blob.size > MAX_BYTES) return { is: 'collection', id: await addCollection(blob, name) };
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  // The bytes are passed on because the core also reads Latin-1.
  const loaded = looksLikeFen(text) ? fromText(text) : fromPgn(bytes);
  const [tree, second] = loaded.games;
  if (second) return { is: 'collection', id: await addCollection(blob, name) };
  if (tree) return { is: 'game', tree, problem: problemText(loaded) };
  return { is: 'nothing', problem: problemText(loaded) ?? t('nothingToRead') };
}

export function problemText({ games, problem }: LoadedGames): string | null {
  if (problem === null) return null;
  return games.length > 0 ? t('partlyRead', { why: problem }) : t('notRead', { why: problem });
}
