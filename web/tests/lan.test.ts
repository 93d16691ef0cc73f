/**
 * From an unpacked archive to two browsers in one game, with the address that `tabiya serve --lan` prints.
 * TABIYA_ARCHIVE names the archive; without it TABIYA_PROGRAM is used directly.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openBrowser } from './browser';
import { meet, play } from './meet';

const archive = process.env['TABIYA_ARCHIVE'];
const program = process.env['TABIYA_PROGRAM'];

describe.runIf(archive ?? program)('on the local network', () => {
  test('two browsers meet by the printed address', { timeout: 180_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tabiya-lan-'));
    const unpack = (): string => {
      execFileSync('tar', ['-xzf', archive ?? '', '-C', folder]);
      return join(folder, readdirSync(folder).find(name => name.startsWith('tabiya-')) ?? '', 'tabiya');
    };
    const command = archive ? unpack() : (program ?? '');
    const data = join(folder, 'data');
    const server = spawn(command, ['serve', '--lan', '--listen', '0.0.0.0:0', '--data', data], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const browser = await openBrowser();
    try {
      const address = await new Promise<string>((resolve, reject) => {
        let said = '';
        server.stdout.on('data', (text: Buffer) => {
          said += text.toString();
          const found = /^ {2}(http:\/\/[\d.:]+)\/$/m.exec(said)?.[1];
          if (found) resolve(found);
          else if (said.includes('No network was found'))
            reject(new Error('this test needs an IPv4 network interface other than loopback; the server found none'));
        });
        server.on('exit', code => reject(new Error(`the server ended with ${code}: ${said}`)));
      });
      expect(new URL(address).hostname).not.toBe('127.0.0.1');
      const two = await meet(browser, { address });
      await play(two, 'e2e4 e7e5 g1f3 b8c6');
    } finally {
      await browser.close();
      server.kill();
      await new Promise(resolve => server.once('exit', resolve));
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
