/**
 * European Portuguese overrides only what differs from Brazilian Portuguese, so what is not overridden must not be
 * Brazilian.
 */
import { expect, test } from 'vitest';
import { aboutTexts } from '../about/texts';
import { lawTexts } from '../laws/texts';
import { languages } from './index';

const BRAZILIAN =
  /(?<!\p{L})(você|vocês|telas?|arquivos?|senhas?|aparelhos?|baixar|compartilhar|salvar|salvo|registros?|conexão|conectad[oa]|usuários?|celular|dezesseis|fileiras?|filas?|rodadas?|amistos[oa]s?|reivindic\p{L}*|acréscimos?|marrom|cinza|bate-papo|digite|planilha|revanche|equipes?|em toda parte)(?!\p{L})/iu;
/** "Está jogando" is Brazilian; in Portugal somebody "está a jogar". */
const GERUND = /(?<!\p{L})est(á|ão|ou|amos)\s+\p{L}+ndo(?!\p{L})|^(?!quando)\p{L}+[aei]ndo(?!\p{L})/iu;

test.each(['strings', 'laws', 'about'])('the %s for Portugal have no Brazilian words', async what => {
  const texts: [string, string][] = [];
  if (what === 'strings') texts.push(...Object.entries(await languages['pt-PT']()));
  else if (what === 'laws')
    texts.push(
      ...Object.entries(await lawTexts['pt-PT']()).map(([id, both]): [string, string] => [id, both.join(' ')]),
    );
  else {
    const { aim, history, glossary } = await aboutTexts['pt-PT']();
    texts.push(...[...aim.paragraphs, ...history.paragraphs].map((text): [string, string] => ['text', text]));
    texts.push(...glossary.entries.map(({ id, term, text }): [string, string] => [id, `${term}: ${text}`]));
  }
  expect(texts.length).toBeGreaterThan(20);
  const found = texts.filter(([, text]) => BRAZILIAN.test(text) || GERUND.test(text));
  expect(found).toEqual([]);
});

test('classes of time are called as the Portuguese federation calls them', async () => {
  const { blitz, rapid, classical } = await languages['pt-PT']();
  expect([blitz, rapid, classical]).toEqual(['Rápidas', 'Semirrápidas', 'Lentas']);
});
