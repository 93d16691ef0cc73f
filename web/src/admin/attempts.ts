/** Runs requests of the club pages. If one fails, the reason is shown until the next attempt. */
import { timeControl } from '../core';
import { t } from '../i18n';
import { me } from '../live/api';
import { problemText } from '../live/words';
import { h, link, type VNode } from '../ui/dom';
import { moment } from './forms';

/** Why a form cannot be sent, in the reader's language. */
export class FormProblem extends Error {}

export class Attempts {
  problem: string | null = null;

  constructor(private readonly redraw: () => void) {}

  async run(what: () => Promise<void>): Promise<void> {
    this.problem = null;
    try {
      await what();
    } catch (error) {
      this.problem = error instanceof FormProblem ? error.message : problemText(error);
    }
    this.redraw();
  }

  view(): VNode | null {
    return this.problem === null ? null : h('p.problem', { attrs: { role: 'alert' } }, this.problem);
  }
}

/** Whether the user may organise rounds and tournaments. */
export async function mayOrganize(): Promise<boolean> {
  const roles = (await me())?.player.roles ?? [];
  return roles.includes('admin') || roles.includes('arbiter');
}

/** Converts a time control from the way people write it to the PGN form that the server reads. */
export function readTime(text: string): string {
  const read = timeControl(text);
  if ('error' in read) throw new FormProblem(t('timeBad'));
  return read.pgn;
}

/** The default time in minutes, if the form has one. */
export function defaultMinutes(data: FormData): { default_minutes?: number } {
  const minutes = Number(data.get('default_minutes'));
  return minutes > 0 ? { default_minutes: minutes } : {};
}

/** A list of rounds or tournaments, each a link to its page; one without a name is shown by its date. */
export const eventRows = <T extends { id: string; name: string; created: number }>(
  folder: 'rounds' | 'tournaments',
  events: readonly T[],
  details: (event: T) => string[],
): VNode =>
  h(
    'ul.rows',
    null,
    events.map(event =>
      h('li', { key: event.id }, [
        link(
          '.row-link',
          `/${folder}/${event.id}`,
          h('span', null, [
            h('b', null, event.name || moment(event.created)),
            h('small', null, details(event).join(' · ')),
          ]),
        ),
      ]),
    ),
  );
