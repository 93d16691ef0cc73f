/**
 * Adds preload links for the core and the typeface, so that they are fetched together with the code that needs them.
 */
import type { Plugin } from 'vite';

export function preload(): Plugin {
  return {
    name: 'tabiya-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const core = Object.keys(bundle ?? {}).find(name => /core_bg.*\.wasm$/.test(name));
        if (!core) return [];
        const font = Object.keys(bundle ?? {}).find(name => /inter.*\.woff2$/.test(name));
        return [
          ...(font
            ? [
                {
                  tag: 'link',
                  attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' },
                  injectTo: 'head' as const,
                },
              ]
            : []),
          {
            tag: 'link',
            attrs: { rel: 'preload', as: 'fetch', type: 'application/wasm', href: `/${core}`, crossorigin: '' },
            injectTo: 'head',
          },
        ];
      },
    },
  };
}
