import { defineConfig } from 'vite';
import { compress } from './compress.plugin.ts';
import { offline } from './offline.plugin.ts';
import { openings } from './openings.plugin.ts';
import { preload } from './preload.plugin.ts';
import { allLanguages } from './src/ui/languages.ts';

/** The same policy as the server's, so that `vite preview` behaves like the server. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const translations = allLanguages.filter(language => language !== 'en').join('|');
/** Our code and the packages; each language is a file of its own, and so are the styles of a screen. */
const shared = new RegExp(
  `(src/(?!i18n/(?:${translations})|laws/|about/).*\\.[jt]s|node_modules/.*\\.js|preload-helper.*)$`,
);
/** Modules that are too small for a file of their own. */
const small = /src\/(analysis|board|core|engine|openings|storage|ui)\/.*\.ts$/;

export default defineConfig({
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    rolldownOptions: {
      output: {
        // Every file costs HTTP headers, so code shared by most screens is one file, and small modules shared by few
        // are another.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'shared', test: shared, minShareCount: 5, priority: 2 },
            { name: 'small', test: small, minShareCount: 2, maxModuleSize: 4_000, priority: 1 },
          ],
        },
      },
    },
  },
  plugins: [openings(), preload(), offline(), compress()],
  worker: { format: 'es', plugins: () => [openings()] },
  preview: {
    headers: {
      'Content-Security-Policy': contentSecurityPolicy,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0]);
