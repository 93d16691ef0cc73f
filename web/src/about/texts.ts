/** The texts of the page "About chess", fetched only in the reader's language. */
import type { Language } from '../ui/languages';

export interface GlossaryEntry {
  /** The fragment of its address, the same in every language. */
  id: string;
  term: string;
  /** Matches the term in other texts. */
  found: RegExp;
  text: string;
  /** The law with the details. */
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
