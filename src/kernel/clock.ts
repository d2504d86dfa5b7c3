/** The one source of time, so that a test can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** A moment as the gateway shows and stores it: UTC to the second, `YYYY-MM-DDThh:mm:ssZ`; it sorts as text. */
export function timestamp(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}

export function secondsLater(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
