import { expect, test } from 'vitest';
import { boardSvg } from './image';

const looks = {
  light: '#eee',
  dark: '#aaa',
  last: '#ff0',
  pieces: new Map([
    ['K', 'data:white'],
    ['k', 'data:"black"'],
  ]),
};
const picture = { fen: '4k3/8/8/8/8/8/8/4K3 w - - 0 1', lastMove: ['e1', 'e2'] as [string, string], coordinates: true };

test('the picture shows the position from either side', () => {
  const white = boardSvg({ ...picture, orientation: 'white' }, looks);
  expect(white).toContain('<image x="360" y="630" width="90" height="90" href="data:white"/>');
  expect(white.match(/fill="#ff0"/g)).toHaveLength(2);
  expect(white.match(/<text/g)).toHaveLength(16);
  expect(boardSvg({ ...picture, orientation: 'black' }, looks)).toContain('<image x="270" y="0"');
});

test('values are escaped in the SVG', () => {
  expect(boardSvg({ ...picture, orientation: 'white' }, looks)).toContain('href="data:&quot;black&quot;"');
});
