/**
 * Reads `Retry-After` as HTTP defines it: whole seconds, or a date in one of its three forms. Anything else
 * (a fraction, a sign, text, two values) is no promise at all and reads as `undefined`, because with a 503 the
 * header is what says that the call did not run. The name of the weekday is not compared with the date: the rest
 * says all, HTTP asks recipients to be robust here, and a delay is meant whatever day it is called.
 */
import { singleHeader } from './headers.js';

const monthNames = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const month = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const time = '(\\d{2}):(\\d{2}):(\\d{2})';
const shortDay = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longDay = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';

const currentForm = new RegExp(`^${shortDay}, (\\d{2}) ${month} (\\d{4}) ${time} GMT$`);
const dashedForm = new RegExp(`^${longDay}, (\\d{2})-${month}-(\\d{2}) ${time} GMT$`);
const asctimeForm = new RegExp(`^${shortDay} ${month} ([ \\d]\\d) ${time} (\\d{4})$`);

/**
 * Milliseconds to wait, at least 0; `undefined` when the header is absent or cannot be used.
 *
 * @param value the header, as the transport gives it (an array when it came more than once)
 * @param dateMs now, in milliseconds since 1970
 */
export function parseRetryAfterMs(
  value: string | readonly string[] | undefined,
  dateMs: number,
): number | undefined {
  const text = singleHeader(value);
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, Number.MAX_SAFE_INTEGER);
  const whenMs = parseHttpDateMs(text, dateMs);
  return whenMs === undefined ? undefined : Math.max(0, whenMs - dateMs);
}

function parseHttpDateMs(text: string, nowMs: number): number | undefined {
  const current = currentForm.exec(text);
  if (current !== null) {
    const [, day, name, year, ...clock] = current;
    return utcMs({ year: Number(year), month: name, day: Number(day), clock });
  }
  const asctime = asctimeForm.exec(text);
  if (asctime !== null) {
    const [, name, day, hours, minutes, seconds, year] = asctime;
    return utcMs({ year: Number(year), month: name, day: Number(day), clock: [hours, minutes, seconds] });
  }
  const dashed = dashedForm.exec(text);
  if (dashed === null) return undefined;
  const [, day, name, shortYear, ...clock] = dashed;
  // Two digits name the last such year that is not more than 50 years ahead, to the second.
  const latest = new Date(nowMs);
  latest.setUTCFullYear(latest.getUTCFullYear() + 50);
  const century = Math.floor(latest.getUTCFullYear() / 100) * 100;
  const years = [0, 100, 200].map((back) => century + Number(shortYear) - back);
  return years
    .map((year) => utcMs({ year, month: name, day: Number(day), clock }))
    .find((whenMs) => whenMs !== undefined && whenMs <= latest.getTime());
}

interface DateParts {
  readonly year: number;
  /** Its name, as in `monthNames`. */
  readonly month: string | undefined;
  readonly day: number;
  /** Hours, minutes, seconds. */
  readonly clock: readonly (string | undefined)[];
}

/** `undefined` for a date or a time of day that there is not. */
function utcMs({ year, month: name, day, clock }: DateParts): number | undefined {
  const [hours = Number.NaN, minutes = Number.NaN, seconds = Number.NaN] = clock.map(Number);
  const monthAt = monthNames.indexOf(name ?? '') / 3;
  const whenMs = Date.UTC(year, monthAt, day, hours, minutes, seconds);
  const exists = day >= 1 && new Date(Date.UTC(year, monthAt, day)).getUTCDate() === day;
  return exists && hours < 24 && minutes < 60 && seconds <= 60 && Number.isFinite(whenMs)
    ? whenMs
    : undefined;
}
