/** What the page "About chess" says, fetched in the reader's language alone. */
import type { Language } from '../ui/languages';

export interface GlossaryEntry {
  /** The same in every language: the end of its address. */
  id: string;
  term: string;
  /** How it appears in other texts, as a regular expression. */
  found: RegExp;
  text: string;
  /** The law that says more. */
  law?: string;
}

export interface AboutTexts {
  title: string;
  aim: { title: string; paragraphs: string[] };
  history: { title: string; paragraphs: string[] };
  glossary: { title: string; entries: GlossaryEntry[] };
}

export const aboutTexts: Record<Language, () => Promise<AboutTexts>> = {
  en: async () => (await import('./en')).aboutEn,
  'pt-BR': async () => (await import('./pt-BR')).aboutPtBR,
  'pt-PT': async () => (await import('./pt-PT')).aboutPtPT,
};
