/** The languages of the page. This is the one list: types and tests lead from here to whatever else a language needs. */
export const languageNames = {
  en: 'English',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
} as const;

export type Language = keyof typeof languageNames;

export const allLanguages = Object.keys(languageNames) as Language[];
