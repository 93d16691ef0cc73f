/** Writes the service worker for offline use, with the names of the built files. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { allLanguages } from './src/ui/languages.ts';

/** Files from `public/`, which the bundler only copies. */
const copied = ['/icon.svg', '/icon-turn.svg', '/theme.js', '/manifest.webmanifest'];

/** English is part of every page; each other language is a file of its own. */
const languages = allLanguages.filter(language => language !== 'en').join('|');
const first = new RegExp(`/(core_bg|screen|${languages})`);

/** Our own piece sets. */
const pieces = readdirSync(new URL('public/pieces', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.svg'))
  .map(name => `pieces/${name.replaceAll('\\', '/')}`)
  .sort();

export function offline(): Plugin {
  return {
    name: 'tabiya-offline',
    apply: 'build',
    // After the bundler has removed chunks that contained only styles.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const names = Object.keys(bundle).filter(name => !name.endsWith('.map'));
        const entry = Object.values(bundle).find(file => file.type === 'chunk' && file.isEntry);
        const needed = new Set<string>();
        const need = (name: string): void => {
          if (needed.has(name)) return;
          needed.add(name);
          const file = bundle[name];
          if (file?.type === 'chunk') for (const other of file.imports) need(other);
        };
        if (entry) need(entry.fileName);
        // Styles, the core and the screens are cached on the first visit, the rest later.
        for (const name of names) {
          if (name.endsWith('.css') || (first.test(name) && !/worker|engine/.test(name))) needed.add(name);
        }
        const paths = (wanted: string[]) =>
          JSON.stringify(wanted.filter(name => name !== 'index.html').map(name => `/${name}`));
        const version = createHash('sha256').update(names.join()).digest('hex').slice(0, 12);
        const source = readFileSync(new URL('src/sw.js', import.meta.url), 'utf8')
          .replace('__VERSION__', version)
          .replace('__FIRST__', JSON.stringify(['/', ...copied, ...JSON.parse(paths([...needed]))]))
          .replace('__LATER__', paths([...names.filter(name => !needed.has(name)), ...pieces]));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}
