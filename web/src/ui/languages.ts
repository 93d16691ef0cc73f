/**
 * The languages of the page. This is the only list: types and tests require from it everything else that a language
 * needs.
 */
export const languageNames = {
  en: 'English',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
} as const;

export type Language = keyof typeof languageNames;

export const allLanguages = Object.keys(languageNames) as Language[];
