/** Accessibility faults that axe-core finds on a page. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const source = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

interface Axe {
  run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
}

/** All faults, each with its impact and its first location. The page must be opened with `bypassCSP`. */
export async function faults(page: Page): Promise<string[]> {
  await page.evaluate(source);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run();
    return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
  });
}

/** The faults that make a page unusable for somebody. */
export const seriousFaults = async (page: Page): Promise<string[]> =>
  (await faults(page)).filter(fault => /^(serious|critical) /.test(fault));
