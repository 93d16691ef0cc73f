import { expect, test } from 'vitest';
import { en } from './en';
import { ptBR } from './pt-BR';
import { ptPT } from './pt-PT';

const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();

for (const [name, strings] of Object.entries({ ptBR, ptPT })) {
  test(`${name} says everything that English says, with the same things put in`, () => {
    expect(Object.keys(strings).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en)) {
      const translated = strings[key as keyof typeof en];
      expect(translated.trim(), key).not.toBe('');
      // The same name may be put in twice in one language and once in another.
      expect([...new Set(holes(translated))], key).toEqual([...new Set(holes(text))]);
      expect(translated.split('|').length, key).toBe(text.split('|').length);
    }
  });
}
