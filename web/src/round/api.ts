/** Requests of the pages for rounds. */
import { ask } from '../live/api';
import type { NewRound, PlayerName, PlayerNames, RoundAction, RoundCommand, RoundJson, RoundList } from '../wire';

export const listPlayers = async (): Promise<PlayerName[]> => (await ask<PlayerNames>('/app/players')).players;
export const listRounds = async (): Promise<RoundJson[]> => (await ask<RoundList>('/app/rounds')).rounds;
export const createRound = (round: NewRound): Promise<RoundJson> => ask('/app/rounds', 'POST', round);
export const readRound = (id: string): Promise<RoundJson> => ask(`/app/rounds/${encodeURIComponent(id)}`);
export const actOnRound = (id: string, action: RoundAction): Promise<RoundJson> =>
  ask(`/app/rounds/${encodeURIComponent(id)}`, 'POST', { do: action } satisfies RoundCommand);
