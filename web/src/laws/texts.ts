/** The texts of the laws, fetched only in the reader's language. */
import type { Language } from '../ui/languages';

/** The title and the text of each law, by id. */
export type Laws = Record<string, readonly [string, string]>;

export const lawTexts: Record<Language, () => Promise<Laws>> = {
  en: async () => (await import('./en')).lawsEn,
  'pt-BR': async () => (await import('./pt-BR')).lawsPtBR,
  'pt-PT': async () => (await import('./pt-PT')).lawsPtPT,
};
