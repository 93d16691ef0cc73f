/** A game on the server. Commands are kept until the server has answered, whatever happens to the connection. */
import { type Cue, cueOf } from '../game/cues';
import type { Color, GameModel, GameTable } from '../game/model';
import { newId } from '../ui/id';
import type { ClientMessage, PlayerAction, PlayerPoints, ServerMessage } from '../wire';
import { exportGame } from './api';
import type { Channel } from './channel';
import { update, withRatingChanges } from './update';

type Listener = (cue: Cue | null) => void;
type Command = Extract<ClientMessage, { t: 'do' }>;

/** Milliseconds until a command is repeated that the server was too busy to accept. */
const RETRY_DELAY = 700;

export class LiveTable implements GameTable {
  private readonly listeners = new Set<Listener>();
  private readonly unfollow: () => void;
  /** Commands that have not been answered yet, by id. */
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
      onMessage: message => this.receive(message),
      onConnectionChange: connected => this.setConnected(connected),
      onReconnect: () => {
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

  /** Sets the rating changes of a finished game. */
  rate(changes: Partial<Record<Color, number>>): void {
    this.shown = withRatingChanges(this.shown, changes);
    this.tell(null);
  }

  /** Sets the score between the two players. */
  score(match: PlayerPoints): void {
    this.shown = { ...this.shown, match };
    this.tell(null);
  }

  say(text: string): void {
    const room = this.shown.you === null ? 'spectator' : 'player';
    const sent = this.channel.send({ t: 'chat', game: this.shown.id, text, room });
    if (!sent) this.tell({ what: 'refused', code: 'unavailable', why: 'no connection' });
  }

  close(): void {
    this.unfollow();
    this.listeners.clear();
  }

  private setConnected(connected: boolean): void {
    if (this.shown.connected === connected) return;
    this.shown = { ...this.shown, connected };
    this.tell({ what: connected ? 'connectionBack' : 'connectionLost' });
  }

  private receive(message: ServerMessage): void {
    const clockedAt = 'now' in message ? this.channel.here(message.now) : performance.now();
    if (message.t === 'done') {
      this.unanswered.delete(message.id);
      this.tell(null);
      return;
    }
    if (message.t === 'refused') {
      const command = this.unanswered.get(message.id);
      if (command && (message.code === 'busy' || message.code === 'unavailable')) {
        setTimeout(() => this.channel.send(command), RETRY_DELAY);
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
        // Updates are missing: request the whole game.
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
