/**
 * What the browser tests run against: a server at TABIYA_ADDRESS, the program named by TABIYA_PROGRAM, or else the page
 * as static files. Tests that need a server check `hasServer`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    address: string;
    hasServer: boolean;
  }
}

/** Starts `tabiya serve` and waits until it prints its address. */
export async function startProgram(
  program: string,
  data: string,
  listen = '127.0.0.1:0',
): Promise<{ address: string; process: ChildProcess }> {
  const child = spawn(program, ['serve', '--listen', listen, '--data', data], { stdio: ['ignore', 'pipe', 'pipe'] });
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    const hear = (text: Buffer): void => {
      said += text.toString();
      const found = /https?:\/\/[\d.:a-z[\]]+/i.exec(said);
      if (found) resolve(found[0].replace(/\/$/, ''));
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.on('exit', code => reject(new Error(`the server ended with ${code}: ${said}`)));
    setTimeout(() => reject(new Error(`the server says no address: ${said}`)), 60_000).unref();
  });
  return { address, process: child };
}

export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env['TABIYA_ADDRESS'];
  if (running) {
    project.provide('address', running);
    project.provide('hasServer', true);
    return async () => undefined;
  }
  const program = process.env['TABIYA_PROGRAM'];
  if (program) {
    const data = mkdtempSync(join(tmpdir(), 'tabiya-page-'));
    const server = await startProgram(program, data);
    project.provide('address', server.address);
    project.provide('hasServer', true);
    return async () => {
      server.process.kill();
      await new Promise(resolve => server.process.once('exit', resolve));
      rmSync(data, { recursive: true, force: true });
    };
  }
  const { preview } = await import('vite');
  const server = await preview({ configFile: 'vite.config.ts', preview: { port: 0, host: '127.0.0.1' } });
  const address = server.resolvedUrls?.local[0]?.replace(/\/$/, '');
  if (!address) throw new Error('the page is not served');
  project.provide('address', address);
  project.provide('hasServer', false);
  return () => server.close();
}
