/** Session durations in the standards' formats. */

/** Formats a duration for SCORM 1.2, `HHHH:MM:SS.SS`. */
export function timespan(milliseconds: number): string {
  const hundredths = Math.round(milliseconds / 10);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(hundredths / 360_000);
  const minutes = Math.floor(hundredths / 6000) % 60;
  const seconds = Math.floor(hundredths / 100) % 60;
  // The field has four digits, so longer sessions are capped.
  return `${String(Math.min(hours, 9999)).padStart(4, '0')}:${two(minutes)}:${two(seconds)}.${two(hundredths % 100)}`;
}

/** Formats a duration as ISO 8601 with hundredths of a second: `PT1H2M3.45S`. */
export function duration(milliseconds: number): string {
  const hundredths = Math.round(milliseconds / 10);
  const hours = Math.floor(hundredths / 360_000);
  const minutes = Math.floor(hundredths / 6000) % 60;
  const seconds = (hundredths % 6000) / 100;
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${seconds}S`;
}

/** Formats a time of day for SCORM 1.2, `HH:MM:SS`. */
export function timeOfDay(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
