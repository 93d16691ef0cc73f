/** Sharing an analysis: links, PGN, pictures, print. */
import { printSheet } from '../print/print';
import type { VNode } from '../ui/dom';
import type { Side } from '../wire';
import { writeAddress } from './address';
import { shareDialog } from './dialogs';
import { pgnText } from './pgn-text';
import { downloadPgn, downloadPicture, linkToGame } from './sharing';
import { scoreSheetOf } from './sheet';
import { type GameTree, nodeOf } from './tree';

export interface ShareGameView {
  tree: GameTree;
  at: number;
  side: Side;
  /** Which of the fields has just been copied. */
  copied: string | null;
  copy: (what: string, text: string) => void;
  close: () => void;
}

export function shareGame({ tree, at, side, copied, copy, close }: ShareGameView): VNode {
  const { fen } = nodeOf(tree, at);
  const { variant } = tree;
  const pgn = pgnText(tree);
  return shareDialog({
    fen,
    pgn,
    link: linkToGame(pgn, side),
    positionLink: location.origin + writeAddress({ fen, variant, side }),
    copied,
    copy,
    downloadPgn: () => downloadPgn(tree),
    downloadPicture: kind => void downloadPicture(tree, at, side, kind),
    print: () => printSheet(scoreSheetOf(tree)),
    close,
  });
}
