import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allLanguages } from '../ui/languages';
import { en } from './en';
import { chosen, languages } from './index';

const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();

for (const language of allLanguages) {
  test(`${language} says everything that English says, with the same things put in`, async () => {
    const strings = await languages[language]();
    expect(Object.keys(strings).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en)) {
      const translated = strings[key as keyof typeof en];
      expect(translated.trim(), key).not.toBe('');
      // A placeholder may occur twice in one language and once in another.
      expect([...new Set(holes(translated))], key).toEqual([...new Set(holes(text))]);
      expect(translated.split('|').length, key).toBe(text.split('|').length);
    }
  });

  test(`${language} is chosen for whoever asks for it`, () => {
    expect(chosen('auto', [language])).toBe(language);
    expect(chosen('auto', ['xx', language.toLowerCase()])).toBe(language);
  });

  test(`the forms of the server speak ${language}`, () => {
    const forms = readFileSync(new URL('../../../crates/server/src/page/forms/words.rs', import.meta.url), 'utf8');
    expect(forms).toContain(`lang: "${language}"`);
  });
}

test('every key is used', () => {
  const root = join(import.meta.dirname, '..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    name => name.endsWith('.ts') && !name.startsWith('i18n') && !name.endsWith('.test.ts'),
  );
  const text = sources.map(name => readFileSync(join(root, name), 'utf8')).join('\n');
  const used = new Set(text.match(/[A-Za-z]\w*/g));
  // The keys of the groups of laws are composed from their letters.
  const unused = Object.keys(en).filter(key => !used.has(key) && !/^group[A-Z]$/.test(key));
  expect(unused).toEqual([]);
});
