/** How a message from the server changes the model of a game. */
import { agreementOf } from '../game/agreement';
import type { Color, GameModel } from '../game/model';
import { profileAddress } from '../ui/addresses';
import type { GameSnapshot, Player, RematchJson, RematchOffer, ServerMessage } from '../wire';
import { guestName } from './words';

const player = ({ id, name, title, rating, level, guest }: Player) => ({
  name: guest ? guestName(name) : name,
  title,
  rating,
  ...(level === null ? {} : { level }),
  ...(id ? { profile: profileAddress(name) } : {}),
});

const offeredBy: Record<RematchOffer, Color> = { offered_by_white: 'white', offered_by_black: 'black' };

const isOffer = (rematch: RematchJson): rematch is RematchOffer => Object.hasOwn(offeredBy, rematch);

function rematchOf(rematch: RematchJson | null): GameModel['rematch'] {
  if (rematch === null) return null;
  return isOffer(rematch) ? { by: offeredBy[rematch] } : { next: rematch };
}

/**
 * The model of a whole game from the server. `clockedAt` is the `performance.now()` at which its clocks were correct.
 */
export function fromSnapshot(snapshot: GameSnapshot, clockedAt: number, arbiter = false): GameModel {
  return {
    id: snapshot.game,
    kind: 'live',
    you: snapshot.you,
    arbiter,
    agreement: agreementOf({ ...snapshot.settings, fen: snapshot.start_fen }),
    players: { white: player(snapshot.white), black: player(snapshot.black) },
    startFen: snapshot.start_fen,
    moves: snapshot.moves.map(move => move.uci),
    startedAt: snapshot.began,
    state: snapshot.state,
    clockedAt,
    chat: snapshot.chat,
    presence: snapshot.presence,
    rematch: rematchOf(snapshot.rematch),
    connected: true,
    gone: null,
  };
}

/** The model with the rating changes of its players. */
export const withRatingChanges = (model: GameModel, changes: Partial<Record<Color, number>>): GameModel => {
  const changed = (color: Color) => {
    const change = changes[color];
    return change === undefined ? model.players[color] : { ...model.players[color], change };
  };
  return { ...model, players: { white: changed('white'), black: changed('black') } };
};

/** The model after a message; the same object if the message does not change it. */
export function update(model: GameModel, message: ServerMessage, clockedAt: number): GameModel {
  switch (message.t) {
    case 'game':
      return fromSnapshot(message, clockedAt, model.arbiter);
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
