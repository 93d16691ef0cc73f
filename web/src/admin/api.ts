/** Requests of the admin's page. */
import { ask } from '../live/api';
import type {
  AccountAction,
  AccountAnswer,
  AccountJson,
  Accounts,
  Audit,
  AuditEntry,
  Card,
  Cards,
  LinkAnswer,
  LiveGame,
  LiveGames,
  NewAccounts,
  NewInvite,
  ReportJson,
  Reports,
  ServerInfo,
  ServerSettings,
  SettingsChange,
} from '../wire';

export const serverInfo = (): Promise<ServerInfo> => ask('/app/server');
export const readSettings = (): Promise<ServerSettings> => ask('/app/admin/settings');
export const changeSettings = (change: SettingsChange): Promise<ServerSettings> =>
  ask('/app/admin/settings', 'POST', change);
export const people = async (text: string): Promise<AccountJson[]> =>
  (await ask<Accounts>(`/app/admin/users?q=${encodeURIComponent(text)}`)).users;
export const actOn = (name: string, action: AccountAction): Promise<AccountAnswer> =>
  ask(`/app/admin/users/${encodeURIComponent(name)}`, 'POST', action);
export const makeAccounts = async (accounts: NewAccounts): Promise<Card[]> =>
  (await ask<Cards>('/app/admin/users', 'POST', accounts)).cards;
export const invite = (uses: number, days: number): Promise<LinkAnswer> =>
  ask('/app/admin/invites', 'POST', { uses, days } satisfies NewInvite);
export const liveGames = async (): Promise<LiveGame[]> => (await ask<LiveGames>('/app/admin/games')).games;
export const auditLog = async (): Promise<AuditEntry[]> => (await ask<Audit>('/app/admin/audit')).entries;
export const reports = async (): Promise<ReportJson[]> => (await ask<Reports>('/app/admin/reports')).reports;
