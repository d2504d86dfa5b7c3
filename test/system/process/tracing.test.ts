// A process, since its stop sends the last spans and waits for a silent collector.
import { expect, test } from 'vitest';
import { openCollector } from '../../engine/tracing/collector.ts';
import { dataFolder, startGateway } from '../../support/gateway-process.ts';

test('a collector that never answers delays no request, and a stop does not wait for it', async () => {
  const collector = await openCollector('dead');
  using folder = dataFolder();
  await using gateway = await startGateway(folder.path, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  for (let request = 0; request < 50; request += 1)
    expect((await gateway.rest('GET', '/v1/customers')).status).toBe(200);
  expect(await gateway.stop('SIGINT')).toBe(0);
  await collector.close();
});

test('the spans of the last requests reach the collector before the end', async () => {
  const collector = await openCollector();
  using folder = dataFolder();
  await using gateway = await startGateway(folder.path, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  });
  expect((await gateway.rest('GET', '/v1/customers')).status).toBe(200);
  expect(await gateway.stop('SIGINT')).toBe(0);
  expect(collector.spans.map(({ name }) => name)).toContain('GET /v1/customers');
  expect(collector.resources[0]).toMatchObject({
    'service.name': 'fundgate',
    'deployment.environment.name': 'test',
  });
  await collector.close();
});
