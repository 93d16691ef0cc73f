import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { match } from '../ui/router';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
/** Read from the source, without loading every screen. */
const patterns = [...read('./routes.ts').matchAll(/pattern: '([^']+)'/g)].map(([, pattern]) => pattern ?? '');

test('docs/page.md lists every address', () => {
  const table = read('../../../docs/page.md').split('## Addresses')[1]?.split('## ')[0] ?? '';
  const documented = [...table.matchAll(/`(\/[^`]*)`/g)].map(([, address]) => address ?? '');
  expect(patterns.length).toBeGreaterThan(10);
  for (const pattern of patterns) {
    const address = pattern.replace(/:(\w+)/g, (_, name: string) => name.toUpperCase());
    expect(documented, pattern).toContain(address);
  }
  for (const address of documented)
    expect(
      patterns.some(pattern => match(pattern, address)),
      address,
    ).toBe(true);
});

test('there is a picture of every page', () => {
  const shots = read('../../scripts/shots.mjs');
  const paths = [...shots.matchAll(/: ['`](\/[^'`#]*)/g)].map(([, path]) => path ?? '');
  for (const pattern of patterns) {
    expect(
      paths.some(path => match(pattern, path)),
      pattern,
    ).toBe(true);
  }
});
