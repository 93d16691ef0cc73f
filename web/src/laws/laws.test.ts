import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCore } from '../core';
import { articles } from './articles';
import { Demo } from './demo';
import { examples, lawIds } from './examples';
import { lawTexts } from './texts';

const table = readFileSync(new URL('../../../docs/laws.md', import.meta.url), 'utf8');
const documented = [...new Set([...table.matchAll(/^\| ([A-Z]\d\d) \|/gm)].map(([, id]) => id))];

beforeAll(() => loadCore(readFileSync(new URL('../core/pkg/core_bg.wasm', import.meta.url))));

test('there is an example for exactly the laws of docs/laws.md', () => {
  expect(lawIds).toEqual(documented);
});

test('every law names the article of docs/laws.md', () => {
  const rows = [...table.matchAll(/^\| ([A-Z]\d\d) \| ([^|]+) \|/gm)];
  for (const [, id = '', article = ''] of rows)
    expect(articles[id] ?? "not in FIDE's Laws", id).toBe(article.trim().replace('\u2019', "'"));
  expect(Object.keys(articles)).toEqual(lawIds);
});

test('every law has a title and a text in every language', async () => {
  for (const load of Object.values(lawTexts)) {
    const laws = await load();
    expect(Object.keys(laws)).toEqual(lawIds);
    for (const [id, [title, text]] of Object.entries(laws))
      expect(
        [title, text].every(words => words.length > 3),
        id,
      ).toBe(true);
  }
});

describe('an example shows its law', () => {
  test.each(lawIds)('%s', id => {
    const example = examples[id];
    if (!example) throw new Error('no example');
    const demo = new Demo(example);
    while (!demo.finished) {
      demo.step();
      const { step, answer } = demo.said.at(-1) ?? { step: { do: '' }, answer: undefined };
      const illegal = answer?.events.some(({ event }) => event === 'illegal_move') ?? false;
      const wanted = 'try' in step || (id === 'K03' && step.do === 'takeback');
      expect(answer?.ok === false || illegal, JSON.stringify([step, answer?.refused])).toBe(wanted);
    }
    expect(demo.state().reason, JSON.stringify(demo.state())).toBe(example.ends ?? null);
  });
});

test('a ruling comes with its proof', () => {
  const end = (id: string) => {
    const demo = new Demo(examples[id] ?? { steps: [] });
    while (!demo.finished) demo.step();
    return demo.state();
  };
  expect(end('E08').no_mate).toContain('wall');
  expect(end('E04').mating_line?.length).toBeGreaterThan(0);
  expect(end('E05').law).toBe('E05');
});
