import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = import.meta.dirname;
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  name => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('pkg'),
);
const folderOf = (path: string): string => path.split('/')[0] ?? path;

/** Which folders of `src` import which others, each with one importing file. */
function folderImports(): Map<string, Map<string, string>> {
  const imports = new Map<string, Map<string, string>>();
  for (const source of sources) {
    const text = readFileSync(join(root, source), 'utf8');
    for (const [, from = ''] of text.matchAll(/(?:from |import\(|^import )'(\.[^']*)'/gm)) {
      const [one, other] = [folderOf(source), folderOf(normalize(join(dirname(source), from)))];
      const known = imports.get(one) ?? new Map<string, string>();
      if (one !== other) imports.set(one, known.set(other, known.get(other) ?? source));
    }
  }
  return imports;
}

/** A cycle of imports that starts at a folder. */
function cycleFrom(start: string, imports: Map<string, Map<string, string>>): string[] | null {
  const seen = new Set<string>();
  const search = (at: string, path: string[]): string[] | null => {
    for (const [next, file] of imports.get(at) ?? []) {
      if (next === start) return [...path, `${file} -> ${next}`];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = search(next, [...path, `${file} -> ${next}`]);
      if (found) return found;
    }
    return null;
  };
  return search(start, []);
}

test('there is no import cycle among folders', () => {
  const imports = folderImports();
  expect(imports.size).toBeGreaterThan(10);
  for (const folder of imports.keys()) expect(cycleFrom(folder, imports), folder).toBeNull();
});

test('a cycle would be found', () => {
  const imports = new Map([
    ['a', new Map([['b', 'a/x.ts']])],
    ['b', new Map([['c', 'b/y.ts']])],
    ['c', new Map([['a', 'c/z.ts']])],
  ]);
  expect(cycleFrom('a', imports)).toEqual(['a/x.ts -> b', 'b/y.ts -> c', 'c/z.ts -> a']);
});
