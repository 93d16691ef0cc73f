import { expect, test } from 'vitest';
import { articles } from '../laws/articles';
import { lawTexts } from '../laws/texts';
import { allLanguages } from '../ui/languages';
import { aboutTexts } from './texts';

test('every language explains the same words, each with a law that exists', async () => {
  const english = await aboutTexts.en();
  for (const load of Object.values(aboutTexts)) {
    const { glossary, aim, history } = await load();
    expect(glossary.entries.map(({ id }) => id)).toEqual(english.glossary.entries.map(({ id }) => id));
    for (const { id, term, text, law } of glossary.entries) {
      expect(term.length > 2 && text.length > 20, id).toBe(true);
      // The page of that law links to the term.
      expect(law !== undefined && law in articles, id).toBe(true);
    }
    expect([...aim.paragraphs, ...history.paragraphs].every(text => text.length > 50)).toBe(true);
  }
});

test('the laws of every language lead to the same words of the glossary', async () => {
  const linked = async (language: (typeof allLanguages)[number]): Promise<string[]> => {
    const [{ glossary }, laws] = [await aboutTexts[language](), Object.values(await lawTexts[language]()).flat()];
    return glossary.entries.filter(({ found }) => laws.some(text => found.test(text))).map(({ id }) => id);
  };
  const english = await linked('en');
  for (const language of allLanguages) expect(await linked(language), language).toEqual(english);
});
