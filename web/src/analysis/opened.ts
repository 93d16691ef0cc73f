/** Opens what an address of the analysis page refers to. */
import { t } from '../i18n';
import {
  type CollectionGame,
  currentAnalysis,
  loadAnalysis,
  type SavedAnalysis,
  type SavedReport,
  setCurrentAnalysis,
} from '../storage/analyses';
import { addCollection, gameBytes } from '../storage/collections';
import type { Side } from '../wire';
import { type AnalysisRequest, readAddress } from './address';
import { problemText } from './intake';
import { fromAddress, fromPgn } from './load';
import { endOf, followPath, type GameTree, ROOT } from './tree';

/** The collection that a game comes from, with its name and number of games. */
export interface Source extends CollectionGame {
  name: string;
  count: number;
}

export interface OpenedAnalysis {
  tree: GameTree;
  at: number;
  side: Side;
  /** The id of the saved analysis; null if it has not been saved. */
  id: string | null;
  source: Source | null;
  report: SavedReport | null;
  problem: string | null;
}

const NOTHING = { id: null, source: null, report: null, problem: null };

const emptyTree = (): GameTree => fromAddress(readAddress('')).games[0] as GameTree;

export const emptyAnalysis = (): OpenedAnalysis => ({ tree: emptyTree(), at: ROOT, side: 'white', ...NOTHING });

async function sourceOf(game: CollectionGame | null): Promise<Source | null> {
  if (!game) return null;
  const found = await gameBytes(game.collection, game.game).catch(() => undefined);
  return found ? { ...game, name: found.name, count: found.count } : null;
}

async function fromRecord(record: SavedAnalysis): Promise<OpenedAnalysis> {
  const loaded = fromPgn(record.pgn);
  const tree = loaded.games[0] ?? emptyTree();
  const { id, side, report } = record;
  setCurrentAnalysis(id);
  return {
    tree,
    at: followPath(tree, record.path),
    side,
    id,
    source: await sourceOf(record.source),
    report,
    problem: null,
  };
}

async function fromCollection(source: CollectionGame): Promise<OpenedAnalysis> {
  const found = await gameBytes(source.collection, source.game).catch(() => undefined);
  if (!found) return { ...emptyAnalysis(), problem: t('collectionMissing') };
  const loaded = fromPgn(found.bytes);
  return {
    ...emptyAnalysis(),
    tree: loaded.games[0] ?? emptyTree(),
    source: { ...source, name: found.name, count: found.count },
    problem: problemText(loaded),
  };
}

async function fromRequest(asked: AnalysisRequest): Promise<OpenedAnalysis | { collection: string }> {
  const loaded = fromAddress(asked);
  // A link can contain several games.
  if (loaded.games.length > 1 && asked.pgn)
    return { collection: await addCollection(new Blob([asked.pgn]), t('pastedGames')) };
  const tree = loaded.games[0] ?? emptyTree();
  return {
    ...NOTHING,
    tree,
    at: asked.moves ? endOf(tree, ROOT) : ROOT,
    side: asked.side,
    problem: problemText(loaded),
  };
}

/** Opens an address. Without an id and without a request this is the analysis that was open last. */
export async function openAddress(
  id: string | undefined,
  hash: string,
): Promise<OpenedAnalysis | { collection: string }> {
  const asked = readAddress(hash);
  if (asked.fresh) return emptyAnalysis();
  if (asked.source) return fromCollection(asked.source);
  if (asked.pgn || asked.fen || asked.moves) return fromRequest(asked);
  const wanted = id ?? currentAnalysis();
  const record = wanted === undefined ? undefined : await loadAnalysis(wanted);
  if (record) return fromRecord(record);
  return { ...emptyAnalysis(), side: asked.side, problem: id === undefined ? null : t('analysisMissing') };
}

/** The id in an address such as `/analysis/Ab3dE6gH`. */
export const idIn = (path: string): string | undefined => /^\/analysis\/([^/]+)/.exec(path)?.[1];
