/** A game on the server. Whatever a player does is kept until the server has answered, through any loss of connection. */
import { type Cue, cueOf } from '../game/cues';
import type { MatchScore } from '../game/match';
import type { Color, GameModel, GameTable } from '../game/model';
import { newId } from '../ui/id';
import type { ClientMessage, PlayerAction, ServerMessage } from '../wire';
import { exportGame } from './api';
import type { Channel } from './channel';
import { update, withRatingChanges } from './update';

type Listener = (cue: Cue | null) => void;
type Command = Extract<ClientMessage, { t: 'do' }>;

/** A server that could not hear for a moment is told once more. */
const SAY_AGAIN_AFTER = 700;

export class LiveTable implements GameTable {
  private readonly listeners = new Set<Listener>();
  private readonly unfollow: () => void;
  /** ServerMessage, and not yet answered. */
  private readonly unanswered = new Map<string, Command>();
  private version: number;

  constructor(
    private shown: GameModel,
    version: number,
    private readonly channel: Channel,
  ) {
    this.version = version;
    this.unfollow = channel.follow({
      game: shown.id,
      since: () => this.version,
      hear: message => this.hear(message),
      connected: yes => this.connected(yes),
      again: () => {
        for (const command of this.unanswered.values()) channel.send(command);
      },
    });
  }

  model(): GameModel {
    return this.shown;
  }

  pgn(): Promise<string> {
    return exportGame(this.shown.id);
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  pending(): boolean {
    return [...this.unanswered.values()].some(({ action }) => action.do === 'move');
  }

  act(_by: Color, action: PlayerAction): void {
    const command: Command = { t: 'do', game: this.shown.id, id: newId() + newId(), action };
    if (action.do === 'move') command.ply = this.shown.moves.length;
    this.unanswered.set(command.id, command);
    this.channel.send(command);
  }

  /** A rated game has been counted. */
  rate(changes: Partial<Record<Color, number>>): void {
    this.shown = withRatingChanges(this.shown, changes);
    this.tell(null);
  }

  /** What the two have scored against each other. */
  score(match: MatchScore): void {
    this.shown = { ...this.shown, match };
    this.tell(null);
  }

  say(text: string): void {
    this.channel.send({ t: 'chat', game: this.shown.id, text, room: this.shown.you === null ? 'spectator' : 'player' });
  }

  close(): void {
    this.unfollow();
    this.listeners.clear();
  }

  private connected(yes: boolean): void {
    if (this.shown.connected === yes) return;
    this.shown = { ...this.shown, connected: yes };
    this.tell({ what: yes ? 'connectionBack' : 'connectionLost' });
  }

  private hear(message: ServerMessage): void {
    const clockedAt = 'now' in message ? this.channel.here(message.now) : performance.now();
    if (message.t === 'done') {
      this.unanswered.delete(message.id);
      this.tell(null);
      return;
    }
    if (message.t === 'refused') {
      const command = this.unanswered.get(message.id);
      if (command && (message.code === 'busy' || message.code === 'unavailable')) {
        setTimeout(() => this.channel.send(command), SAY_AGAIN_AFTER);
        return;
      }
      this.unanswered.delete(message.id);
      this.tell({ what: 'refused', code: message.reason ?? message.code, why: message.why });
      return;
    }
    if (message.t === 'error') {
      this.tell({ what: 'refused', code: message.code, why: message.why });
      return;
    }
    if (message.t === 'update') {
      if (message.v <= this.version) return; // seen already
      if (message.v > this.version + 1) {
        // Something is missing: all of it, please.
        this.channel.send({ t: 'watch', game: this.shown.id });
        return;
      }
    }
    if (message.t === 'update' || message.t === 'game') this.version = message.v;
    this.shown = update(this.shown, message, clockedAt);
    if (message.t === 'update') for (const event of message.events) this.tell(cueOf(event));
    else this.tell(message.t === 'chat' ? { what: 'chat' } : null);
  }

  private tell(cue: Cue | null): void {
    for (const listener of this.listeners) listener(cue);
  }
}
