/**
 * Analyses saved on this device. Each change is first written to local storage (the journal), which is synchronous and
 * so completes before the page can be closed, and then to the database, which has room for all of them.
 */
import { forget, recall, remember } from '../ui/store';
import type { EngineScore, Side } from '../wire';
import { deleteRecord, readAllRecords, readRecord, writeRecord } from './database';

/** A game of a collection. */
export interface CollectionGame {
  collection: string;
  /** Its index in the file, from 0. */
  game: number;
}

/** The evaluation of a position: by the engine, or the result if the game is over. */
export type PositionScore = EngineScore | { result: '1-0' | '0-1' | '1/2-1/2' };

export interface ReportedPly {
  score: PositionScore;
  /** The best line from there, in UCI and in SAN. */
  line: string[];
  san: string[];
}

export interface SavedReport {
  /** The moves that were analysed, in UCI. */
  moves: string[];
  /** From the starting position on; null for positions that are not evaluated yet. */
  plies: (ReportedPly | null)[];
}

export interface SavedAnalysis {
  id: string;
  /** When it was last changed, in milliseconds. */
  changed: number;
  /** The title in lists. */
  title: string;
  pgn: string;
  /** The moves that lead to the current node, in UCI. */
  path: string[];
  side: Side;
  source: CollectionGame | null;
  report: SavedReport | null;
}

/** Announces every change to the other tabs. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('tabiya.analyses');

/** Listens for analyses that other tabs save, until the returned function is called. */
export function onAnalysisSaved(listener: (record: SavedAnalysis) => void): () => void {
  const heard = (event: MessageEvent<SavedAnalysis>): void => listener(event.data);
  tabs?.addEventListener('message', heard);
  return () => tabs?.removeEventListener('message', heard);
}

const JOURNAL = 'analysis.journal';
const CURRENT = 'analysis.current';

/** Writes a record to the database, and removes it from the journal unless a newer one is there. */
async function writeDown(record: SavedAnalysis): Promise<void> {
  await writeRecord('analyses', record);
  const waiting = recall<SavedAnalysis>(JOURNAL);
  if (waiting?.id === record.id && waiting.changed === record.changed) forget(JOURNAL);
}

let writing: Promise<unknown> = Promise.resolve();

/** Saves an analysis: at once in the journal, a moment later in the database. */
export function saveAnalysis(record: SavedAnalysis): void {
  const waiting = recall<SavedAnalysis>(JOURNAL);
  remember(JOURNAL, record);
  remember(CURRENT, record.id);
  tabs?.postMessage(record);
  const before = writing;
  // The journal holds one analysis; a different one in it is written to the database first. Without a database the
  // journal keeps the last analysis, and an analysis too large for the journal is still written to the database.
  writing = (async () => {
    await before;
    if (waiting && waiting.id !== record.id) await writeDown(waiting).catch(() => undefined);
    await writeDown(record).catch(() => undefined);
  })();
}

export async function loadAnalysis(id: string): Promise<SavedAnalysis | undefined> {
  await writing;
  const waiting = recall<SavedAnalysis>(JOURNAL);
  if (waiting?.id === id) return waiting;
  return readRecord<SavedAnalysis>('analyses', id).catch(() => undefined);
}

/** The id of the analysis that was open last. */
export const currentAnalysis = (): string | undefined => recall<string>(CURRENT);

export const setCurrentAnalysis = (id: string | null): void => (id === null ? forget(CURRENT) : remember(CURRENT, id));

/** All saved analyses, the last changed first. */
export async function savedAnalyses(): Promise<SavedAnalysis[]> {
  await writing;
  const waiting = recall<SavedAnalysis>(JOURNAL);
  const known = await readAllRecords<SavedAnalysis>('analyses').catch(() => []);
  const all = waiting ? [waiting, ...known.filter(({ id }) => id !== waiting.id)] : known;
  return all.sort((one, other) => other.changed - one.changed);
}

export async function deleteAnalysis(id: string): Promise<void> {
  await writing;
  if (recall<SavedAnalysis>(JOURNAL)?.id === id) forget(JOURNAL);
  if (currentAnalysis() === id) forget(CURRENT);
  await deleteRecord('analyses', id).catch(() => undefined);
}
