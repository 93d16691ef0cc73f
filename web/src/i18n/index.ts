/** The words of the page in the language of its reader. A further language is one file and one line here. */
import { settings } from '../ui/settings';
import { en, type Key, type Strings } from './en';

export type { Key } from './en';

const languages = {
  en: async (): Promise<Strings> => en,
  'pt-BR': async () => (await import('./pt-BR')).ptBR,
  'pt-PT': async () => (await import('./pt-PT')).ptPT,
};

export type Language = keyof typeof languages;

export const languageNames: Record<Language, string> = {
  en: 'English',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
};

/** The first language a reader asks for that we speak. */
export function chosen(wish: Language | 'auto', spoken: readonly string[]): Language {
  if (wish !== 'auto') return wish;
  for (const tag of spoken) {
    const [base, region] = tag.toLowerCase().split('-');
    if (base === 'pt') return region === 'pt' ? 'pt-PT' : 'pt-BR';
    if (base === 'en') return 'en';
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

/** The words for a key, with `{name}` put in. */
export function t(key: Key, params: Record<string, string | number> = {}): string {
  return strings[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
