/** Formats the dates of PGN tags; unknown parts are left out. */
import { locale } from '../i18n';

type Month = 'long' | 'short';

export const dateText = (tag: string): string => text(tag, 'long');

/** A shorter form, for lists. */
export const shortDateText = (tag: string): string => text(tag, 'short');

function text(tag: string, month: Month): string {
  const [, year = '', number = '', day = ''] =
    /^(\d{4})(?:[.\-/](\d\d|\?\?))?(?:[.\-/](\d\d|\?\?))?$/.exec(tag.trim()) ?? [];
  // Text that is not a date is shown unchanged, unless it only says that the date is unknown.
  if (year === '') return /^[?.\s]*$/.test(tag) ? '' : tag;
  const known = (part: string): boolean => /^\d\d$/.test(part) && part !== '00';
  if (!known(number)) return year;
  const date = new Date(Date.UTC(Number(year), Number(number) - 1, known(day) ? Number(day) : 1));
  // 1858.13.45 is not a date.
  if (date.getUTCMonth() !== Number(number) - 1) return tag;
  return formatter(month, known(day)).format(date);
}

/** Formatters are cached: creating one is slow, and a list has many dates. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(month: Month, withDay: boolean): Intl.DateTimeFormat {
  const key = `${locale()} ${month} ${withDay}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale(), {
    year: 'numeric',
    month,
    ...(withDay ? { day: 'numeric' } : {}),
    timeZone: 'UTC',
  });
  formatters.set(key, made);
  return made;
}
