import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, openConsole, signIn } from './fixture.ts';
import { redJpeg, redPdf } from './pictures.ts';

const ROUNDS = 9;
const WAITING = 100_000;
/** Compared with a queue of twenty rows in the same browser: what shows ten documents, and what has so many more rows. */
const CASE_MAX = 4;
const LONG_QUEUE_MAX = 2;

describe('the console', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  let fundingId: string;
  beforeAll(async () => {
    fixture = await openConsole();
    const made = await fixture.request('Company with documents');
    fundingId = made.fundingId;
    for (const type of ['directors_identity', 'directors_address_proof', 'shareholders_identity'])
      await fixture.partner.upload(made.customerId, type, [redJpeg(), redPdf(), redJpeg()]);
    for (let at = 1; at < 20; at += 1) await fixture.request(`Company ${at}`);
    ada = await signIn(fixture);
    await ada.page.addInitScript(() => {
      const marks: Record<string, number> = {};
      Object.assign(window, { marks });
      const look = () => {
        const rows = document.querySelectorAll('tbody tr').length;
        const files = document.querySelectorAll('.document-type .file').length;
        if (rows >= 20) marks['rows'] ??= performance.now();
        if (files >= 10 && document.querySelector('.actions button') !== null)
          marks['case'] ??= performance.now();
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  }, 120_000);
  afterAll(() => closeConsole(fixture));

  /** The median of milliseconds from the request for the page until a mark, and until something was painted. */
  async function timeOf(path: string, mark: string) {
    const times: (readonly [first: number, whole: number])[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await ada.page.goto(`${fixture.baseUrl}/console/${path}`);
      await ada.page.waitForFunction((name) => Reflect.get(Reflect.get(window, 'marks'), name) > 0, mark);
      times.push(
        await ada.page.evaluate(
          (name) =>
            [
              performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
              Reflect.get(Reflect.get(window, 'marks'), name),
            ] as const,
          mark,
        ),
      );
    }
    const middle = (at: 0 | 1) => times.map((time) => time[at]).toSorted((a, b) => a - b)[ROUNDS >> 1] ?? NaN;
    return { firstPaint: middle(0), whole: middle(1) };
  }

  test(
    'shows a case with ten documents and a long queue almost as soon as a short queue',
    { timeout: 180_000 },
    async () => {
      const short = await timeOf('queue/review', 'rows');
      const withDocuments = await timeOf(`case/${fundingId}`, 'case');
      // Copies that come after the first page, which alone is shown.
      const db = fixture.gateway.gateway.database.writes;
      const columns =
        'partner_id, customer_id, currency, amount, settlement_period, interest_rate, transactions';
      await sql`
      with recursive series(n) as (select 1 union all select n + 1 from series where n < ${WAITING})
      insert into instant_settlement (id, ${sql.raw(columns)}, status, created_at, updated_at, mac)
      select 'fun_' || printf('%026d', n), ${sql.raw(columns)}, status, created_at, '2099-01-01T00:00:00Z', ''
      from series, instant_settlement where id = ${fundingId}`.execute(db);
      const long = await timeOf('queue/review', 'rows');
      const table = {
        'queue of 20': short,
        'case with ten documents': withDocuments,
        'queue of 100,020': long,
      };
      for (const [what, { firstPaint, whole }] of Object.entries(table))
        process.stdout.write(
          `${what}: first paint ${Math.round(firstPaint)} ms, all there ${Math.round(whole)} ms\n`,
        );
      expect(withDocuments.whole / short.whole).toBeLessThan(CASE_MAX);
      expect(long.whole / short.whole).toBeLessThan(LONG_QUEUE_MAX);
    },
  );
});
