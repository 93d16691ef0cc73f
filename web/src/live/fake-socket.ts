/** For tests: a WebSocket controlled by the test, and the few globals that the channel needs. */
import { vi } from 'vitest';
import type { ClientMessage, ServerMessage } from '../wire';

export class FakeSocket {
  static readonly OPEN = 1;
  /** Every socket that was opened, the newest last. */
  static opened: FakeSocket[] = [];
  readyState = 0;
  readonly sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor(
    readonly url: string,
    readonly protocol: string,
  ) {
    FakeSocket.opened.push(this);
  }

  static latest(): FakeSocket {
    const socket = FakeSocket.opened.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.drop();
  }

  /** The server accepts the connection. */
  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  /** The connection is lost. */
  drop(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.();
  }

  /** The server sends a message. */
  deliver(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The messages sent, without pings. */
  messages(): ClientMessage[] {
    return this.sent.filter(({ t }) => t !== 'ping');
  }
}

/** Replaces the browser's WebSocket and timers. */
export function installFakeSocket(): void {
  FakeSocket.opened = [];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'visible' });
  vi.stubGlobal('addEventListener', () => undefined);
}

export function removeFakeSocket(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
}
