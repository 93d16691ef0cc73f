/** Tells the browser of the core at once, so that it is fetched beside the code that needs it. */
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
        return [
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
