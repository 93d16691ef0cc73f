/** The link, the files and the picture of a game. */
import { piecesOf } from '../board/squares';
import type { Color } from '../game/model';
import { settings } from '../ui/settings';
import { writeAddress } from './address';
import { download, fileName } from './files';
import { boardSvg, looksOfPage, svgToPng } from './image';
import { pgnText } from './pgn-text';
import { lastMoveAt } from './place';
import { type GameTree, nodeOf, tagOf } from './tree';

/** Tags without information, which would only make a link longer. */
const EMPTY_TAG = /\[(Event|Site|Date|Round|White|Black|Result) "(\?|\?{4}\.\?\?\.\?\?|\*)"\]\n/g;

export const linkToGame = (pgn: string, side: Color): string =>
  location.origin + writeAddress({ pgn: pgn.replace(EMPTY_TAG, '').trim(), side });

const nameFor = (tree: GameTree, end: string): string =>
  fileName([tagOf(tree, 'White') ?? '', tagOf(tree, 'Black') ?? ''], end);

export const downloadPgn = (tree: GameTree): void =>
  download(nameFor(tree, 'pgn'), pgnText(tree), 'application/x-chess-pgn');

/** Width and height of a PNG in pixels. */
const PNG_SIZE = 1440;

export async function downloadPicture(tree: GameTree, at: number, side: Color, kind: 'svg' | 'png'): Promise<void> {
  const { fen } = nodeOf(tree, at);
  const looks = await looksOfPage(piecesOf(fen).values());
  const svg = boardSvg(
    { fen, orientation: side, lastMove: lastMoveAt(tree, at), coordinates: settings().coordinates !== 'off' },
    looks,
  );
  download(nameFor(tree, kind), kind === 'svg' ? svg : await svgToPng(svg, PNG_SIZE), 'image/svg+xml');
}
