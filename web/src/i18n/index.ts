/** The strings of the page in the reader's language. Each language of `ui/languages.ts` has a file here. */

import { allLanguages, type Language } from '../ui/languages';
import { settings } from '../ui/settings';
import { en, type Key, type Strings } from './en';

export type { Key } from './en';

/** The strings of each language, fetched when they are needed. */
export const languages: Record<Language, () => Promise<Strings>> = {
  en: async () => en,
  'pt-BR': async () => (await import('./pt-BR')).ptBR,
  'pt-PT': async () => (await import('./pt-PT')).ptPT,
};

/**
 * The first of the reader's languages that the page has: with the same region, or else the first with the same base.
 */
export function chosen(wish: Language | 'auto', spoken: readonly string[]): Language {
  if (wish !== 'auto') return wish;
  for (const tag of spoken.map(tag => tag.toLowerCase())) {
    const base = (language: string): string | undefined => language.toLowerCase().split('-')[0];
    const found =
      allLanguages.find(language => language.toLowerCase() === tag) ??
      allLanguages.find(language => base(language) === base(tag));
    if (found) return found;
  }
  return 'en';
}

let strings: Strings = en;
let current: Language = 'en';

let loading: Promise<void> | undefined;

/** Loads the strings once; with `anew`, again after another language was chosen. */
export function loadLanguage(anew = false): Promise<void> {
  if (anew || !loading) loading = load();
  return loading;
}

async function load(): Promise<void> {
  current = chosen(settings().language, navigator.languages);
  strings = await languages[current]();
  document.documentElement.lang = current;
}

export const language = (): Language => current;

/**
 * The locale for dates and numbers: the reader's regional variant, where the page has the language without a region.
 */
export function locale(): string {
  if (current.includes('-') || typeof navigator === 'undefined') return current;
  return navigator.languages?.find(tag => tag.split('-')[0] === current) ?? current;
}

/** The string for a key, with `{name}` replaced. */
export function t(key: Key, params: Record<string, string | number> = {}): string {
  return strings[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
