/** What axe-core finds wrong with a page for people who do not see it, or do not use a mouse. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const source = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

interface Axe {
  run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
}

/** All faults, each with its impact and the first place where it is. The page must be opened with `bypassCSP`. */
export async function faults(page: Page): Promise<string[]> {
  await page.evaluate(source);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run();
    return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
  });
}

/** Those that keep somebody out. */
export const seriousFaults = async (page: Page): Promise<string[]> =>
  (await faults(page)).filter(fault => /^(serious|critical) /.test(fault));
