import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';

/** The deadline of the request that is given up; the one of the page is half a minute. */
const DEADLINE_MS = 500;
/** Longer than a stream may be silent, and shorter than the tests wait for a page. */
const SILENCE_MS = 80_000;

describe('the console', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  test('gives up a request without a response, and the next attempt does not do it twice', async () => {
    const { page } = ada;
    const { fundingId } = await fixture.request('Unheard Trading Limited');
    await goTo(fixture, ada, `case/${fundingId}`);
    await page.getByRole('button', { name: /^Approve/ }).click();
    const dialog = page.getByRole('dialog');
    const approve = dialog.getByRole('button', { name: 'Approve' });
    // The gateway does what it was asked, and its answer is lost.
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('approveInstantSettlement') !== true) return route.fallback();
      await route.fetch();
    });
    // Not from the beginning: on a busy machine a page takes longer to load.
    await page.evaluate((ms) => {
      const after = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (asked) => after(asked === 30_000 ? ms : asked);
      addEventListener('patient', () => (AbortSignal.timeout = after));
    }, DEADLINE_MS);
    await approve.click();
    await dialog.getByText('The gateway does not respond.').waitFor();
    await page.unroute('**/graphql');
    await page.evaluate(() => dispatchEvent(new Event('patient')));
    await approve.click();
    await page.getByText('Approved.').waitFor();
    const query = 'query ($id: ID!) { instantSettlement(id: $id) { history { event } } }';
    const { json } = await fixture.admin.graphql(query, { id: fundingId });
    const { history } = json.data.instantSettlement;
    expect(history.filter(({ event }: { event: string }) => event === 'APPROVE')).toHaveLength(1);
  });

  test('begins a stream again that is silent', async () => {
    const { page } = ada;
    await page.clock.install();
    await page.addInitScript(() => {
      const send = window.fetch;
      let streams = 0;
      window.fetch = async (input, init) => {
        if (new Headers(init?.headers).get('accept') !== 'text/event-stream') return send(input, init);
        streams += 1;
        document.documentElement.dataset['streams'] = String(streams);
        if (streams > 1) return send(input, init);
        const body = new ReadableStream({
          start(silent) {
            silent.enqueue(new TextEncoder().encode(':\n\n'));
            init?.signal?.addEventListener('abort', () => silent.error(new Error('It was given up.')));
          },
        });
        return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
      };
    });
    await page.goto(`${fixture.baseUrl}/console/queue`);
    await page.getByText('live', { exact: true }).waitFor();
    const streams = () => page.evaluate(() => document.documentElement.dataset['streams']);
    expect(await streams()).toBe('1');
    await page.clock.fastForward(SILENCE_MS);
    await expect.poll(streams).toBe('2');
    await page.getByText('live', { exact: true }).waitFor();
  });
});
