// What a browser runs against: a server at TABIYA_ADDRESS, the program named by TABIYA_PROGRAM, or the page alone.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function serve() {
  const { TABIYA_ADDRESS: running, TABIYA_PROGRAM: program } = process.env;
  if (running) return { address: running, hasServer: true, stop: () => undefined };
  if (program) return startProgram(program);
  const { preview } = await import('vite');
  const server = await preview({ preview: { port: 0, host: '127.0.0.1' } });
  return { address: server.resolvedUrls.local[0].replace(/\/$/, ''), hasServer: false, stop: () => server.close() };
}

function startProgram(program) {
  const data = mkdtempSync(join(tmpdir(), 'tabiya-browsers-'));
  const child = spawn(program, ['serve', '--listen', '127.0.0.1:0', '--data', data]);
  const stop = () => {
    child.kill();
    rmSync(data, { recursive: true, force: true });
  };
  /** Runs `tabiya user …` on the data of the server. */
  const user = (...args) =>
    execFileSync(program, ['user', ...args, '--data', data])
      .toString()
      .trim();
  return new Promise((resolve, reject) => {
    const hear = text => {
      const found = /https?:\/\/[\d.:]+/.exec(String(text));
      if (found) resolve({ address: found[0], hasServer: true, user, stop });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', code => reject(new Error(`the server ended with ${code}`)));
  });
}
