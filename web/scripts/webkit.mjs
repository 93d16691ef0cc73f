// The core games in WebKit: `npm run webkit`, with TABIYA_PROGRAM=… also on the real server. It needs Debian's packages
// webkit2gtk-driver and xvfb: GNOME's WebKit with a small browser, driven by plain WebDriver.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { playCoreGames } from './browsers/games.mjs';
import { serve } from './browsers/serve.mjs';

const binary = process.env.WEBKIT ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const { address, hasServer, stop } = await serve();
let sessions = [];

const freePort = () =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Each person has a driver of their own, because the windows of one driver share cookies. */
async function startSession() {
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore' });
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const options = { binary, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  for (let tries = 0; ; tries++) {
    try {
      const session = await call('POST', '/session', { capabilities });
      const end = async () => {
        await call('DELETE', `/session/${session.sessionId}`).catch(() => undefined);
        driver.kill();
      };
      sessions.push(end);
      return {
        version: `${session.capabilities.browserName} ${session.capabilities.browserVersion}`,
        call: (path, body) => call('POST', `/session/${session.sessionId}${path}`, body),
      };
    } catch (error) {
      // The driver needs a moment before it listens.
      if (tries >= 300 || !/fetch failed/.test(String(error))) throw error;
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }
}

async function open(path) {
  const { call } = await startSession();
  await call('/window/rect', { width: 1280, height: 900 });
  const goto = next => call('/url', { url: address + next });
  const pointer = action =>
    call('/actions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: [action] }],
    });
  await goto(path);
  return {
    goto,
    evaluate: (question, ...values) =>
      call('/execute/sync', { script: `return (${question})(...arguments)`, args: values }),
    move: (x, y) =>
      pointer({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport', duration: 0 }),
    down: () => pointer({ type: 'pointerDown', button: 0 }),
    up: () => pointer({ type: 'pointerUp', button: 0 }),
    // Each person's window is always visible.
    front: async () => undefined,
  };
}

async function close() {
  for (const end of sessions) await end();
  sessions = [];
}

const { version } = await startSession();
console.log(version);
await close();
const failed = await playCoreGames(open, { hasServer, close });
await stop();
process.exit(failed === 0 ? 0 : 1);
