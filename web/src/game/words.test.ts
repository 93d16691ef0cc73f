import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { refusalText } from './words';

test('every word of the arbiter for a refusal is said in the language of the reader', () => {
  const source = readFileSync(new URL('../../../crates/wire/src/refusal_code.rs', import.meta.url), 'utf8');
  const codes = [...source.matchAll(/=> "(\w+)"/g)].map(([, code]) => code ?? '');
  expect(codes.length).toBeGreaterThan(20);
  for (const code of codes) expect(refusalText(code, 'unknown'), code).not.toBe('unknown');
});
