/** Reads and searches a collection in a worker, so that the page never waits for a large file. */
import '../trusted';
import { listGames, loadCore } from '../core';
import { loadOpenings, openingText } from '../openings';
import { type Collection, type CollectionIndex, loadCollection, offsetsId, rowsId } from '../storage/collections';
import { readRecord, writeRecord } from '../storage/database';
import { folded, rowText, type Sort, searchWords, sortKey } from './rows';

export type Request =
  | { do: 'open'; id: string }
  | { do: 'search'; number: number; text: string; sort: Sort }
  | { do: 'rows'; number: number; places: number[] };

export type Reply =
  | { is: 'missing' }
  | { is: 'failed'; why: string }
  | { is: 'progress'; bytes: number; size: number; games: number }
  | { is: 'ready'; games: number; name: string }
  | { is: 'found'; number: number; places: Uint32Array<ArrayBuffer> }
  | { is: 'rows'; number: number; rows: [number, string][] };

/** The browser's synchronous file reader, which exists only in workers. */
declare const FileReaderSync: { new (): { readAsArrayBuffer(blob: Blob): ArrayBuffer } };

const reply = (message: Reply, transfer: Transferable[] = []): void => self.postMessage(message, { transfer });

/** Bytes read from the file at once. */
const CHUNK = 1 << 20;
/** Milliseconds between two reports of progress. */
const PROGRESS_INTERVAL = 100;

let rows: string[] = [];
/** The rows without case and accents, created with the first search. */
let searched: string[] | undefined;

async function open(id: string): Promise<void> {
  const collection = await loadCollection(id);
  if (!collection) return reply({ is: 'missing' });
  const kept = await readRecord<CollectionIndex>('indexes', rowsId(id));
  if (kept?.rows !== undefined) rows = kept.rows === '' ? [] : kept.rows.split('\n');
  else await readFile(collection);
  reply({ is: 'ready', games: rows.length, name: collection.name });
}

async function readFile(collection: Collection): Promise<void> {
  await loadCore();
  // The list works without opening names.
  const openings = await loadOpenings().catch(() => undefined);
  const reader = new FileReaderSync();
  const { file } = collection;
  let [chunk, chunkStart, at] = [new Uint8Array(), 0, 0];
  const read = (most: number): Uint8Array => {
    if (at >= chunkStart + chunk.length) {
      chunkStart = at;
      chunk = new Uint8Array(reader.readAsArrayBuffer(file.slice(at, at + CHUNK)));
    }
    const bytes = chunk.subarray(at - chunkStart, at - chunkStart + most);
    at += bytes.length;
    return bytes;
  };
  const offsets: number[] = [];
  let end = 0;
  let told = 0;
  listGames(
    read,
    game => {
      const opening = game.known_opening === null ? undefined : openings?.at(game.known_opening);
      rows.push(rowText(game, opening && openingText(opening)));
      offsets.push(game.offset);
      end = game.offset + game.length;
      if (performance.now() - told > PROGRESS_INTERVAL) {
        told = performance.now();
        reply({ is: 'progress', bytes: end, size: file.size, games: rows.length });
      }
    },
    openings?.keys ?? new BigUint64Array(),
  );
  const { id } = collection;
  await writeRecord<CollectionIndex>('indexes', { id: offsetsId(id), offsets: Float64Array.from([...offsets, end]) });
  await writeRecord<CollectionIndex>('indexes', { id: rowsId(id), rows: rows.join('\n') });
  await writeRecord('collections', { ...collection, count: rows.length });
}

function search(text: string, sort: Sort): Uint32Array<ArrayBuffer> {
  const words = searchWords(text);
  if (words.length > 0) searched ??= rows.map(folded);
  const lines = searched ?? rows;
  const found: number[] = [];
  for (let place = 0; place < lines.length; place++) {
    const line = lines[place] as string;
    if (words.every(word => line.includes(word))) found.push(place);
  }
  if (sort === 'file') return Uint32Array.from(found);
  const keys = new Map(found.map(place => [place, sortKey(rows[place] as string, sort)]));
  const order = (one: number, other: number): number => {
    const [first, second] = [keys.get(one) as string, keys.get(other) as string];
    // Unknown values come last, and equal ones keep the order of the file.
    if (first === second) return one - other;
    if (first === '' || second === '') return first === '' ? 1 : -1;
    return first < second ? -1 : 1;
  };
  return Uint32Array.from(found.sort(order));
}

self.onmessage = async ({ data }: MessageEvent<Request>) => {
  try {
    if (data.do === 'open') await open(data.id);
    else if (data.do === 'search') {
      const places = search(data.text, data.sort);
      reply({ is: 'found', number: data.number, places }, [places.buffer]);
    } else reply({ is: 'rows', number: data.number, rows: data.places.map(place => [place, rows[place] ?? '']) });
  } catch (error) {
    reply({ is: 'failed', why: error instanceof Error ? error.message : String(error) });
  }
};
