/**
 * The one connection to the server. It reconnects by itself; a follower of a game tells each new connection which version
 * it has, and commands that were not answered are sent again with the same id.
 */
import type { ClientMessage, Seek, ServerMessage } from '../wire';

const PING_EVERY = 4_000;
/** Without a word for this long a connection is dead, whatever the browser thinks. */
const SILENT_FOR = 12_000;
const MAX_WAIT = 5_000;

export interface Follower {
  game: string;
  /** The last version that was seen, if any. */
  since: () => number | undefined;
  hear: (message: ServerMessage) => void;
  /** Whether there is a connection has changed. */
  connected: (yes: boolean) => void;
  /** There is a new connection: what has not been answered is sent again. */
  again: () => void;
}

/** How long to wait before trying again: longer each time, and never all at once. */
export const waitBefore = (attempt: number, lot: () => number = Math.random): number =>
  Math.min(MAX_WAIT, 250 * 2 ** attempt) * (0.5 + lot() / 2);

export class Channel {
  private socket: WebSocket | undefined;
  private attempt = 0;
  private readonly followers = new Set<Follower>();
  private readonly lobbyListeners = new Set<(seeks: Seek[]) => void>();
  private readonly startListeners = new Set<(game: string) => void>();
  private readonly finishListeners = new Set<(game: string) => void>();
  private readonly challengeListeners = new Set<() => void>();
  private retry: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private heardAt = 0;
  private pings = 0;
  private pingedAt = new Map<number, number>();
  /** This page's clock minus the server's, by the quickest answer so far. */
  private offset: { value: number; trip: number } | undefined;

  constructor(private readonly url: string) {
    addEventListener('online', () => this.open());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.open();
    });
  }

  follow(follower: Follower): () => void {
    this.followers.add(follower);
    this.open();
    if (this.isOpen()) this.watch(follower);
    return () => {
      this.followers.delete(follower);
      const others = [...this.followers].some(({ game }) => game === follower.game);
      if (!others) this.send({ t: 'unwatch', game: follower.game });
    };
  }

  lobby(listener: (seeks: Seek[]) => void): () => void {
    this.lobbyListeners.add(listener);
    this.open();
    this.send({ t: 'lobby', on: true });
    return () => {
      this.lobbyListeners.delete(listener);
      if (this.lobbyListeners.size === 0) this.send({ t: 'lobby', on: false });
    };
  }

  /** A game of one's own has begun. */
  onStart(listener: (game: string) => void): () => void {
    this.startListeners.add(listener);
    this.open();
    return () => this.startListeners.delete(listener);
  }

  /** A game of one's own is over, and what it changed is written down. */
  onFinish(listener: (game: string) => void): () => void {
    this.finishListeners.add(listener);
    this.open();
    return () => this.finishListeners.delete(listener);
  }

  /** A challenge to or by this person was created or closed. */
  onChallenge(listener: () => void): () => void {
    this.challengeListeners.add(listener);
    this.open();
    return () => this.challengeListeners.delete(listener);
  }

  /** Whether it was sent; what was not is sent again on the next connection. */
  send(message: ClientMessage): boolean {
    if (!this.isOpen()) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Another person uses the page now: reconnects. */
  reopen(): void {
    const old = this.socket;
    if (!old) return;
    old.onclose = null;
    old.close();
    this.closed();
  }

  /** The moment of this page's clock at which the server's showed that. */
  here(serverTime: number): number {
    return this.offset ? serverTime + this.offset.value : performance.now();
  }

  private open(): void {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.retry);
    const socket = new WebSocket(this.url, 'tabiya.1');
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => this.hear(JSON.parse(String(data)) as ServerMessage);
    socket.onclose = () => {
      if (this.socket === socket) this.closed();
    };
  }

  private opened(): void {
    this.attempt = 0;
    this.offset = undefined;
    this.heardAt = performance.now();
    clearInterval(this.pinger);
    this.pinger = setInterval(() => this.ping(), PING_EVERY);
    this.ping();
    if (this.lobbyListeners.size > 0) this.send({ t: 'lobby', on: true });
    for (const follower of this.followers) {
      this.watch(follower);
      follower.connected(true);
      follower.again();
    }
  }

  private watch(follower: Follower): void {
    const since = follower.since();
    this.send({ t: 'watch', game: follower.game, ...(since === undefined ? {} : { since }) });
  }

  private ping(): void {
    if (performance.now() - this.heardAt > SILENT_FOR) {
      this.socket?.close();
      this.closed();
      return;
    }
    this.pings += 1;
    this.pingedAt.set(this.pings, performance.now());
    this.send({ t: 'ping', n: this.pings });
  }

  private closed(): void {
    clearInterval(this.pinger);
    this.socket = undefined;
    this.pingedAt.clear();
    for (const follower of this.followers) follower.connected(false);
    if (
      [this.followers, this.lobbyListeners, this.startListeners, this.finishListeners, this.challengeListeners].every(
        ({ size }) => size === 0,
      )
    )
      return;
    this.attempt += 1;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), waitBefore(this.attempt));
  }

  private hear(message: ServerMessage): void {
    this.heardAt = performance.now();
    switch (message.t) {
      case 'pong':
        this.pong(message.n, message.now);
        break;
      case 'lobby':
        for (const listener of this.lobbyListeners) listener(message.seeks);
        break;
      case 'started':
        for (const listener of this.startListeners) listener(message.game);
        break;
      case 'challenge':
        for (const listener of this.challengeListeners) listener();
        break;
      case 'finished':
        for (const listener of this.finishListeners) listener(message.game);
        break;
      case 'error':
        // What is about a game is told there; the rest is about the connection itself.
        if (message.game === undefined) console.warn(`the server does not understand this page: ${message.why}`);
        for (const follower of this.followers) if (follower.game === message.game) follower.hear(message);
        break;
      default:
        for (const follower of this.followers) if (follower.game === message.game) follower.hear(message);
    }
  }

  /** The quicker an answer came, the better it tells the difference of the clocks. */
  private pong(n: number, serverNow: number): void {
    const sent = this.pingedAt.get(n);
    if (sent === undefined) return;
    this.pingedAt.delete(n);
    const now = performance.now();
    const trip = now - sent;
    if (!this.offset || trip <= this.offset.trip) this.offset = { value: now - trip / 2 - serverNow, trip };
  }
}

let only: Channel | undefined;

export function channel(): Channel {
  only ??= new Channel(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live`);
  return only;
}
