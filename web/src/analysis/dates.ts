/** Dates of PGN tags as people write them: parts that are not known are left out. */
import { locale } from '../i18n';

type Month = 'long' | 'short';

export const dateText = (tag: string): string => text(tag, 'long');

/** For lists, where there is less room. */
export const shortDateText = (tag: string): string => text(tag, 'short');

function text(tag: string, month: Month): string {
  const [, year = '', number = '', day = ''] =
    /^(\d{4})(?:[.\-/](\d\d|\?\?))?(?:[.\-/](\d\d|\?\?))?$/.exec(tag.trim()) ?? [];
  // What is no date is shown as it stands, unless it says that nothing is known.
  if (year === '') return /^[?.\s]*$/.test(tag) ? '' : tag;
  const known = (part: string): boolean => /^\d\d$/.test(part) && part !== '00';
  if (!known(number)) return year;
  const date = new Date(Date.UTC(Number(year), Number(number) - 1, known(day) ? Number(day) : 1));
  // The date 1858.13.45 is not one.
  if (date.getUTCMonth() !== Number(number) - 1) return tag;
  return formatter(month, known(day)).format(date);
}

/** Making one takes longer than using it, and a list has many dates. */
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
