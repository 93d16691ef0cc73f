/** The next moment at which this machine's clock shows a time such as 19:30; undefined if the text is not a time. */
export function nextMoment(time: string, now: number): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(time) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const moment = new Date(now);
  moment.setHours(Number(hours), Number(minutes), 0, 0);
  if (moment.getTime() <= now) moment.setDate(moment.getDate() + 1);
  return moment.getTime();
}
