/** Dates of PGN tags as people write them: parts that are not known are left out. */
import { language } from '../i18n';

export function dateText(tag: string): string {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})(?:[.\-/](\d\d|\?\?))?(?:[.\-/](\d\d|\?\?))?$/.exec(tag.trim()) ?? [];
  // What is no date is shown as it stands, unless it says that nothing is known.
  if (year === '') return /^[?.\s]*$/.test(tag) ? '' : tag;
  const known = (part: string): boolean => /^\d\d$/.test(part) && part !== '00';
  if (!known(month)) return year;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, known(day) ? Number(day) : 1));
  // The date 1858.13.45 is not one.
  if (date.getUTCMonth() !== Number(month) - 1) return tag;
  return new Intl.DateTimeFormat(language(), {
    year: 'numeric',
    month: 'long',
    ...(known(day) ? { day: 'numeric' } : {}),
    timeZone: 'UTC',
  }).format(date);
}
