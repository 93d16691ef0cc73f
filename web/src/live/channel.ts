/**
 * The one WebSocket to the server. It reconnects automatically: followers tell each new connection which version of
 * their game they have, and send unanswered commands again with the same id.
 */
import type { ClientMessage, Seek, ServerMessage } from '../wire';

const PING_INTERVAL = 4_000;
/** A connection on which nothing has arrived for this long is dead, whatever the browser reports. */
const SILENCE_TIMEOUT = 12_000;
const MAX_RETRY_DELAY = 5_000;

export interface Follower {
  game: string;
  /** The last version that the follower has, if any. */
  since: () => number | undefined;
  onMessage: (message: ServerMessage) => void;
  onConnectionChange: (connected: boolean) => void;
  /** There is a new connection: unanswered commands must be sent again. */
  onReconnect: () => void;
}

/** The delay before another attempt: exponential, with jitter so that clients do not all reconnect at once. */
export const retryDelay = (attempt: number, random: () => number = Math.random): number =>
  Math.min(MAX_RETRY_DELAY, 250 * 2 ** attempt) * (0.5 + random() / 2);

export class Channel {
  private socket: WebSocket | undefined;
  private attempt = 0;
  private readonly followers = new Set<Follower>();
  /** Games that stay watched although nobody may follow them at the moment; an entry for each holder. */
  private readonly held: string[] = [];
  private readonly lobbyListeners = new Set<(seeks: Seek[]) => void>();
  private readonly startListeners = new Set<(game: string) => void>();
  private readonly finishListeners = new Set<(game: string) => void>();
  private readonly challengeListeners = new Set<() => void>();
  private retry: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private heardAt = 0;
  private pings = 0;
  private pingedAt = new Map<number, number>();
  /** This page's clock minus the server's, from the ping with the shortest round trip so far. */
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
      this.unwatch(follower.game);
    };
  }

  /**
   * Keeps a game watched from its last follower to the next one, so that the opponent is not told that the player has
   * left. Returns what ends this.
   */
  hold(game: string): () => void {
    this.held.push(game);
    return () => {
      this.held.splice(this.held.indexOf(game), 1);
      this.unwatch(game);
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

  /** Calls the listener when a game of the user begins. */
  onStart(listener: (game: string) => void): () => void {
    this.startListeners.add(listener);
    this.open();
    return () => this.startListeners.delete(listener);
  }

  /** Calls the listener when a game of the user has ended and its effects (ratings, scores) are stored. */
  onFinish(listener: (game: string) => void): () => void {
    this.finishListeners.add(listener);
    this.open();
    return () => this.finishListeners.delete(listener);
  }

  /** Calls the listener when a challenge to or by the user is created or closed. */
  onChallenge(listener: () => void): () => void {
    this.challengeListeners.add(listener);
    this.open();
    return () => this.challengeListeners.delete(listener);
  }

  /** Sends a message if there is a connection, and returns whether it did. A message that was not sent is dropped. */
  send(message: ClientMessage): boolean {
    if (!this.isOpen()) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Reconnects, because the session has changed: somebody has logged in or out. */
  reopen(): void {
    const old = this.socket;
    if (!old) return;
    old.onclose = null;
    old.close();
    this.closed();
  }

  /** Converts a time of the server to this page's clock. */
  here(serverTime: number): number {
    return this.offset ? serverTime + this.offset.value : performance.now();
  }

  private open(): void {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.retry);
    const socket = new WebSocket(this.url, 'tabiya.1');
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => this.receive(JSON.parse(String(data)) as ServerMessage);
    socket.onclose = () => {
      if (this.socket === socket) this.closed();
    };
  }

  private opened(): void {
    this.attempt = 0;
    this.offset = undefined;
    this.heardAt = performance.now();
    clearInterval(this.pinger);
    this.pinger = setInterval(() => this.ping(), PING_INTERVAL);
    this.ping();
    if (this.lobbyListeners.size > 0) this.send({ t: 'lobby', on: true });
    for (const follower of this.followers) {
      this.watch(follower);
      follower.onConnectionChange(true);
      follower.onReconnect();
    }
  }

  private watch(follower: Follower): void {
    const since = follower.since();
    this.send({ t: 'watch', game: follower.game, ...(since === undefined ? {} : { since }) });
  }

  /** Stops watching a game that nobody follows or holds. */
  private unwatch(game: string): void {
    const isFollowed = [...this.followers].some(follower => follower.game === game);
    if (!isFollowed && !this.held.includes(game)) this.send({ t: 'unwatch', game });
  }

  private ping(): void {
    if (performance.now() - this.heardAt > SILENCE_TIMEOUT) {
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
    for (const follower of this.followers) follower.onConnectionChange(false);
    if (
      [this.followers, this.lobbyListeners, this.startListeners, this.finishListeners, this.challengeListeners].every(
        ({ size }) => size === 0,
      )
    )
      return;
    this.attempt += 1;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), retryDelay(this.attempt));
  }

  private receive(message: ServerMessage): void {
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
        // Errors about a game are shown there; the others concern the connection itself.
        if (message.game === undefined) console.warn(`the server does not understand this page: ${message.why}`);
        for (const follower of this.followers) if (follower.game === message.game) follower.onMessage(message);
        break;
      default:
        for (const follower of this.followers) if (follower.game === message.game) follower.onMessage(message);
    }
  }

  /** The shorter the round trip, the more exact the difference of the clocks. */
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
