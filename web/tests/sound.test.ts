/** Renders each sound: it is audible and short, and neither clips nor clicks. */
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The sound module, bundled as a script. */
async function script(): Promise<string> {
  const entry = fileURLToPath(new URL('../src/sound/tones.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'tones' } },
  });
  const [{ output }] = built as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  return output[0].code;
}

interface Heard {
  sound: string;
  /** In decibels below full scale. */
  peak: number;
  /** Seconds until it is silent. */
  lasts: number;
  /** The first and the last sample, and the largest step from silence. */
  edges: number;
}

const RATE = 44_100;

test.each([1, 0.7])('every sound at volume %f', async volume => {
  const page = await browser.newPage();
  await page.evaluate(`${await script()}; globalThis.tones = tones`);
  const heard = await page.evaluate(
    async ([rate, loud]) => {
      const { tones } = globalThis as unknown as { tones: typeof import('../src/sound/tones') };
      const all: Heard[] = [];
      for (const sound of tones.sounds) {
        const context = new OfflineAudioContext(1, rate * 3, rate);
        tones.schedule(context, sound, loud);
        const samples = (await context.startRendering()).getChannelData(0);
        const level = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        let last = samples.length - 1;
        while (last > 0 && samples[last] === 0) last -= 1;
        // A tone that is cut off ends with a jump.
        const edges = Math.max(Math.abs(samples[0] ?? 1), Math.abs(samples[1] ?? 1), Math.abs(samples[last] ?? 1));
        all.push({ sound, peak: 20 * Math.log10(level), lasts: last / rate, edges });
      }
      return all;
    },
    [RATE, volume] as const,
  );
  expect(heard.length).toBe(9);
  for (const { sound, peak, lasts, edges } of heard) {
    expect(peak, `${sound}: peak`).toBeGreaterThan(-20);
    expect(peak, `${sound}: peak`).toBeLessThan(-3);
    expect(lasts, `${sound}: length`).toBeLessThan(1);
    expect(edges, `${sound}: edges`).toBeLessThan(0.001);
  }
  await page.close();
});

test('volume zero is not an error', async () => {
  const page = await browser.newPage();
  await page.evaluate(`${await script()}; globalThis.tones = tones`);
  await page.evaluate(rate => {
    const { tones } = globalThis as unknown as { tones: typeof import('../src/sound/tones') };
    for (const sound of tones.sounds) tones.schedule(new OfflineAudioContext(1, rate, rate), sound, 0);
  }, RATE);
  await page.close();
});
