// A process, since only a whole start opens the port of the metrics, and its stop closes it last.
import { Agent, get } from 'node:http';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { dataFolder, environmentOf, spawnGateway, startGateway } from '../../support/gateway-process.ts';
import { samplesOf } from '../../run/metrics/scraped.ts';

test('metrics have a port of their own, which answers nothing else, and is there until the last request', async () => {
  using folder = dataFolder();
  const port = await freePort();
  await using gateway = await startGateway(folder.path, { METRICS_PORT: String(port) });
  const agent = new Agent({ keepAlive: true });
  const scrape = async (path: string) => {
    const asked = get(`http://127.0.0.1:${port}${path}`, { agent });
    const [response] = await once(asked, 'response');
    return {
      status: response.statusCode,
      type: response.headers['content-type'],
      text: await text(response),
    };
  };
  expect((await gateway.rest('GET', '/v1/customers')).status).toBe(200);
  const { status, type, text: scraped } = await scrape('/metrics');
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(samplesOf(scraped)).toContainEqual({
    name: 'http_server_request_duration_seconds_count',
    labels: { http_request_method: 'GET', http_route: '/v1/customers', http_response_status_code: '200' },
    value: 1,
  });
  for (const path of ['/', '/v1/customers', '/healthz']) expect((await scrape(path)).status).toBe(404);
  expect((await gateway.fetch('GET', '/metrics')).json.error.code).toBe('route_unknown');

  // A scraper that keeps its connection delays no stop.
  const stopped = gateway.stop();
  await expect.poll(async () => (await gateway.fetch('GET', '/readyz')).status).toBe(503);
  expect((await scrape('/metrics')).status).toBe(200);
  expect(await stopped).toBe(0);
  agent.destroy();
});

test('a METRICS_PORT in use ends the start with one sentence, before anything is made', async () => {
  using folder = dataFolder();
  const port = await freePort();
  const occupant = createServer().listen(port, '127.0.0.1');
  await once(occupant, 'listening');
  const settings = { NODE_ENV: 'test', PORT: '0', METRICS_PORT: String(port) };
  const { printed, exited } = spawnGateway(environmentOf(`${folder.path}/data`, settings));
  expect(await exited).toBe(1);
  expect(printed.text).toBe(
    'The metrics cannot listen on METRICS_HOST and METRICS_PORT: another process listens there.\n',
  );
  occupant.close();
});
