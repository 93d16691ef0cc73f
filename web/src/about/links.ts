/** Links from other texts to the glossary. */
import { type Children, h, link, type VNode } from '../ui/dom';
import type { AboutTexts, GlossaryEntry } from './texts';

const glossaryAddress = (id: string): string => `/about#${id}`;

/** The glossary entries that belong to a law. */
export function wordsOf(law: string, { title, entries }: AboutTexts['glossary']): VNode | null {
  const words = entries.filter(entry => entry.law === law);
  if (words.length === 0) return null;
  const links = words.flatMap(({ id, term }, index) => [
    index === 0 ? ' ' : ', ',
    link('.glossary-link', glossaryAddress(id), term),
  ]);
  return h('p.law-words', null, [`${title}:`, ...links]);
}

/**
 * The text with the first occurrence of each term as a link. Longer terms are matched first: double check is not check.
 */
export function withLinks(text: string, entries: readonly GlossaryEntry[]): Exclude<Children, undefined> {
  const places: { from: number; to: number; id: string }[] = [];
  for (const entry of [...entries].sort((one, other) => other.term.length - one.term.length)) {
    const found = entry.found.exec(text);
    if (!found) continue;
    const [from, to] = [found.index, found.index + found[0].length];
    if (places.every(place => to <= place.from || from >= place.to)) places.push({ from, to, id: entry.id });
  }
  const parts: (VNode | string)[] = [];
  let done = 0;
  for (const { from, to, id } of places.sort((one, other) => one.from - other.from)) {
    parts.push(text.slice(done, from), link('.glossary-link', glossaryAddress(id), text.slice(from, to)));
    done = to;
  }
  return [...parts, text.slice(done)];
}
