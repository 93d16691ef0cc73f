/** What a message of the server makes of the game that is shown. */
import type { Color, GameModel } from '../game/model';
import type { LivePlayer, Said, Snapshot } from './messages';

const player = ({ name, title, rating, level }: LivePlayer) => ({
  name,
  title: title ?? null,
  rating: rating ?? null,
  ...(level === undefined || level === null ? {} : { level }),
});

/** `offered_by_white`, or the name of the next game. */
function rematchOf(text: string | null | undefined): GameModel['rematch'] {
  if (!text) return null;
  const offered = /^offered_by_(white|black)$/.exec(text);
  return offered ? { by: offered[1] as Color } : { next: text };
}

/** The game as the server tells it whole. `clockedAt` is when its clocks were right, on the clock of this page. */
export function fromSnapshot(snapshot: Snapshot, clockedAt: number): GameModel {
  const { settings } = snapshot;
  return {
    id: snapshot.game,
    kind: 'live',
    you: snapshot.you,
    agreement: {
      time: settings.time ?? '-',
      chess960: settings.variant === 'chess960',
      conduct: settings.conduct ?? 'online',
      rated: settings.rated ?? false,
      chat: settings.chat ?? true,
    },
    players: { white: player(snapshot.white), black: player(snapshot.black) },
    startFen: snapshot.start_fen,
    moves: snapshot.moves.map(move => move.uci),
    state: snapshot.state,
    clockedAt,
    chat: snapshot.chat ?? [],
    presence: snapshot.presence ?? null,
    rematch: rematchOf(snapshot.rematch),
    connected: true,
    gone: null,
  };
}

/** The game after a message; the same one if the message does not change it. */
export function update(model: GameModel, message: Said, clockedAt: number): GameModel {
  switch (message.t) {
    case 'game':
      return fromSnapshot(message, clockedAt);
    case 'update': {
      let { moves } = model;
      for (const event of message.events) {
        if (event.event === 'move') moves = [...moves, event.uci];
        else if (event.event === 'takeback') moves = moves.slice(0, moves.length - event.moves);
        else if (event.event === 'restart') moves = [];
      }
      return { ...model, moves, state: message.state, clockedAt };
    }
    case 'presence':
      return { ...model, presence: { white: message.white, black: message.black, watchers: message.watchers } };
    case 'gone': {
      const { color, claim_in_ms } = message;
      return { ...model, gone: claim_in_ms === null ? null : { color, claimAt: clockedAt + claim_in_ms } };
    }
    case 'chat':
      return { ...model, chat: [...model.chat, { from: message.from, color: message.color, text: message.text }] };
    case 'rematch':
      return { ...model, rematch: message.next ? { next: message.next } : message.by ? { by: message.by } : null };
    default:
      return model;
  }
}
