import { expect, test } from 'vitest';
import type { ProofJson } from '../wire';
import { noMateText, proofText } from './proof';

const kinds: ProofJson[] = [
  { code: 'over' },
  { code: 'material' },
  { code: 'forced', moves: 1 },
  { code: 'forced', moves: 3 },
  { code: 'wall' },
  { code: 'closed', positions: 1 },
  { code: 'closed', positions: 1234 },
];

test('every kind of proof has a text with its numbers', () => {
  const said = kinds.map(proofText);
  expect(new Set(said).size).toBe(kinds.length);
  for (const text of said) expect(text).not.toMatch(/[{}]/);
  expect(proofText({ code: 'forced', moves: 3 })).toContain('3');
  expect(proofText({ code: 'closed', positions: 1234 })).toContain('1234');
});

test('a proof that holds for both sides is stated once', () => {
  const material = { code: 'material' } as const;
  expect(
    noMateText([
      { side: 'white', why: material },
      { side: 'black', why: material },
    ]),
  ).toBe(proofText(material));
  expect(noMateText([{ side: null, why: material }])).toBe(proofText(material));
  expect(
    noMateText([
      { side: 'white', why: { code: 'wall' } },
      { side: 'black', why: material },
    ]),
  ).toMatch(/^White: .*; Black: /);
});
