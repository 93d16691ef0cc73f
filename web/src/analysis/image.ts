/** The board as a picture: a self-contained SVG in the chosen colours and pieces, or a PNG of it. */
import { piecesOf, rows } from '../board/squares';
import type { Side } from '../wire';

export interface Picture {
  fen: string;
  orientation: Side;
  lastMove: [string, string] | null;
  coordinates: boolean;
}

const SIZE = 90;
const ROLES: Record<string, string> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

/** The colours and piece images, as the style sheets define them. */
export interface Looks {
  light: string;
  dark: string;
  last: string;
  /** Data URLs by FEN letter. */
  pieces: Map<string, string>;
}

export function boardSvg(picture: Picture, looks: Looks): string {
  const pieces = piecesOf(picture.fen);
  const parts: string[] = [];
  for (const [row, squares] of rows(picture.orientation).entries()) {
    for (const [column, square] of squares.entries()) {
      const [x, y] = [column * SIZE, row * SIZE];
      const dark = (row + column) % 2 === 1;
      parts.push(rect(x, y, dark ? looks.dark : looks.light));
      if (picture.lastMove?.includes(square)) parts.push(rect(x, y, looks.last));
      const ink = dark ? looks.light : looks.dark;
      if (picture.coordinates && column === 7) parts.push(label(x + SIZE - 5, y + 17, ink, 'end', square[1] ?? ''));
      if (picture.coordinates && row === 7) parts.push(label(x + 5, y + SIZE - 6, ink, 'start', square[0] ?? ''));
      const href = looks.pieces.get(pieces.get(square) ?? '');
      if (href) parts.push(`<image x="${x}" y="${y}" width="${SIZE}" height="${SIZE}" href="${escapeXml(href)}"/>`);
    }
  }
  const side = SIZE * 8;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">${parts.join('')}</svg>`;
}

const rect = (x: number, y: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${SIZE}" height="${SIZE}" fill="${escapeXml(fill)}"/>`;

const label = (x: number, y: number, fill: string, anchor: string, text: string): string =>
  `<text x="${x}" y="${y}" fill="${escapeXml(fill)}" font-family="sans-serif" font-size="15" font-weight="600" text-anchor="${anchor}">${text}</text>`;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Reads the current colours and pieces from the document. */
export async function looksOfPage(letters: Iterable<string>): Promise<Looks> {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const pieces = new Map<string, string>();
  for (const letter of new Set(letters)) pieces.set(letter, await pieceData(letter));
  return { light: colour('--light-square'), dark: colour('--dark-square'), last: colour('--last-move'), pieces };
}

/** The image of a piece as a data URL, from the style sheet of the chosen set. */
async function pieceData(letter: string): Promise<string> {
  const wrap = document.createElement('div');
  wrap.className = 'cg-wrap visually-hidden';
  const piece = document.createElement('piece');
  piece.className = `${ROLES[letter.toLowerCase()] ?? ''} ${letter === letter.toLowerCase() ? 'black' : 'white'}`;
  wrap.append(piece);
  document.body.append(wrap);
  const url = /url\("?([^"]*)"?\)/.exec(getComputedStyle(piece).backgroundImage)?.[1] ?? '';
  wrap.remove();
  return url.startsWith('data:') || url === '' ? url : dataOf(await (await fetch(url)).blob());
}

function dataOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('the picture of a piece cannot be read'));
    reader.readAsDataURL(blob);
  });
}

/** Renders the SVG as a PNG. */
export async function svgToPng(svg: string, side: number): Promise<Blob> {
  const image = new Image(side, side);
  // The Content-Security-Policy allows images only from this site and from data URLs.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  canvas.getContext('2d')?.drawImage(image, 0, 0, side, side);
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}
