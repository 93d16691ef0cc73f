import jsqr from 'jsqr';
import { expect, test } from 'vitest';
import { qrCode } from './qr';

const read = (jsqr as unknown as { default?: typeof jsqr }).default ?? jsqr;

/** The text that an independent decoder reads, with a quiet zone of four modules. */
function scanned(modules: boolean[][]): string | undefined {
  const [scale, quiet] = [4, 4];
  const size = (modules.length + 2 * quiet) * scale;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (modules[Math.floor(y / scale) - quiet]?.[Math.floor(x / scale) - quiet])
        pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
  return read(pixels, size, size)?.data;
}

test.each([
  'a',
  'http://127.0.0.1:8080/game/AbCdEfGh',
  'https://chess.example.org/game/AbCdEfGh',
  'https://a-rather-long-name-of-a-host.example.museum:8443/game/AbCdEfGh?and=more',
  'x'.repeat(120),
  'y'.repeat(213),
  'peão é9 ♟',
])('%s is read by another program', text => {
  expect(scanned(qrCode(text) ?? [])).toBe(text);
});

test('every version can be read', () => {
  for (let length = 1; length <= 213; length += 15) {
    const text = 'https://example.org/'.padEnd(length, 'abc123').slice(0, length);
    expect(scanned(qrCode(text) ?? []), String(length)).toBe(text);
  }
}, 60_000);

test('a text that is too long gives no code', () => {
  expect(qrCode('z'.repeat(214))).toBeNull();
});
