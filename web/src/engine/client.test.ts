import { afterEach, expect, test, vi } from 'vitest';
import { Engine } from './client';

afterEach(() => vi.unstubAllGlobals());

test('an engine needs no shared memory, even on a page that is isolated', () => {
  vi.stubGlobal('crossOriginIsolated', true);
  vi.stubGlobal('SharedArrayBuffer', undefined);
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  expect(() => new Engine().close()).not.toThrow();
});
