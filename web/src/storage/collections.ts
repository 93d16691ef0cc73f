/** PGN files saved on this device: the file itself, and the offsets of its games. */
import { newId } from '../ui/id';
import { deleteRecord, readAllRecords, readRecord, writeRecord } from './database';

export interface Collection {
  id: string;
  name: string;
  added: number;
  /** The number of games; null until the file has been read to its end. */
  count: number | null;
  file: Blob;
}

/** What the worker saves about a collection: each record has either offsets or rows. */
export interface CollectionIndex {
  /** The collection's id, followed by `/offsets` or `/rows`. */
  id: string;
  /** Where each game begins, and the end of the last one. */
  offsets?: Float64Array;
  /** One line per game. */
  rows?: string;
}

export const offsetsId = (collection: string): string => `${collection}/offsets`;
export const rowsId = (collection: string): string => `${collection}/rows`;

/** Saves a file; its games are read when its list is opened. */
export async function addCollection(file: Blob, name: string): Promise<string> {
  const collection: Collection = { id: newId(), name, added: Date.now(), count: null, file };
  await writeRecord('collections', collection);
  return collection.id;
}

export const loadCollection = (id: string): Promise<Collection | undefined> => readRecord('collections', id);

export async function savedCollections(): Promise<Collection[]> {
  const all = await readAllRecords<Collection>('collections').catch(() => []);
  return all.sort((one, other) => other.added - one.added);
}

export async function deleteCollection(id: string): Promise<void> {
  await Promise.all([
    deleteRecord('collections', id),
    deleteRecord('indexes', offsetsId(id)),
    deleteRecord('indexes', rowsId(id)),
  ]);
}

export interface GameBytes {
  bytes: Uint8Array;
  /** The number of games in the collection, and its name. */
  count: number;
  name: string;
}

/** The bytes of one game of a collection that has been read. */
export async function gameBytes(id: string, game: number): Promise<GameBytes | undefined> {
  const [collection, index] = await Promise.all([
    loadCollection(id),
    readRecord<CollectionIndex>('indexes', offsetsId(id)),
  ]);
  const [start, end] = [index?.offsets?.[game], index?.offsets?.[game + 1]];
  if (!collection || start === undefined || end === undefined) return undefined;
  const bytes = new Uint8Array(await collection.file.slice(start, end).arrayBuffer());
  return { bytes, count: (index?.offsets?.length ?? 1) - 1, name: collection.name };
}
