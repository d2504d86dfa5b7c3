import type { Visit } from './browser.ts';

/** Passes the time in which no key acts after a case has changed, on the clock of the page. */
export const passStillTime = ({ page }: Pick<Visit, 'page'>): Promise<void> =>
  page.evaluate(() => {
    const before = performance.now.bind(performance);
    performance.now = () => before() + 1_000;
  });

/** Lets keys act at once: each time the page looks at its clock, a second more has passed. */
export const neverStill = ({ page }: Pick<Visit, 'page'>): Promise<void> =>
  page.evaluate(() => {
    const before = performance.now.bind(performance);
    let passed = 0;
    performance.now = () => before() + (passed += 1_000);
  });

/** Stops the clock of the page. Returns what moves it. */
export async function stopClock({ page }: Pick<Visit, 'page'>) {
  const move = (ms: number) =>
    page.evaluate((passed) => {
      const at = performance.now() + passed;
      performance.now = () => at;
    }, ms);
  await move(0);
  return move;
}
