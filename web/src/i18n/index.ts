/** The words of the page in the language of its reader. Each language of `ui/languages.ts` is one file here. */

import { allLanguages, type Language } from '../ui/languages';
import { settings } from '../ui/settings';
import { en, type Key, type Strings } from './en';

export type { Key } from './en';

/** The words of each language, fetched when they are needed. */
export const languages: Record<Language, () => Promise<Strings>> = {
  en: async () => en,
  'pt-BR': async () => (await import('./pt-BR')).ptBR,
  'pt-PT': async () => (await import('./pt-PT')).ptPT,
};

/** The first language a reader asks for that we speak: with its region, or else the first one of ours without it. */
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

/** Loads the words, once, and again when another language has been chosen. */
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

/** For dates and numbers: the reader's own kind of a language that we have only once. */
export function locale(): string {
  if (current.includes('-') || typeof navigator === 'undefined') return current;
  return navigator.languages?.find(tag => tag.split('-')[0] === current) ?? current;
}

/** The words for a key, with `{name}` put in. */
export function t(key: Key, params: Record<string, string | number> = {}): string {
  return strings[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
