/** Requests of the tournament pages. */
import { ask } from '../live/api';
import type { NewTournament, TournamentAction, TournamentJson, TournamentList } from '../wire';

const at = (id: string): string => `/app/tournaments/${encodeURIComponent(id)}`;

export const listTournaments = async (): Promise<TournamentJson[]> =>
  (await ask<TournamentList>('/app/tournaments')).tournaments;
export const createTournament = (tournament: NewTournament): Promise<TournamentJson> =>
  ask('/app/tournaments', 'POST', tournament);
export const readTournament = (id: string): Promise<TournamentJson> => ask(at(id));
export const actOnTournament = (id: string, action: TournamentAction): Promise<TournamentJson> =>
  ask(at(id), 'POST', action);
export const enterTournament = (id: string): Promise<TournamentJson> => ask(`${at(id)}/entry`, 'POST', {});
export const leaveTournament = (id: string): Promise<TournamentJson> => ask(`${at(id)}/entry`, 'DELETE');
