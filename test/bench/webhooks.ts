import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createPartner } from '../../src/nouns/api-key/create-partner.operations.ts';
import { readConfig } from '../../src/run/config/config.ts';
import { createLogger } from '../../src/engine/log/log.ts';
import { commandLine, type Caller } from '../../src/kernel/caller.ts';
import { newId } from '../../src/kernel/id.ts';
import { withCommandContext } from '../../src/pipeline/context.ts';
import { done } from '../../src/pipeline/done.ts';
import { execute } from '../../src/pipeline/execute.ts';
import { openGateway } from '../../src/run/open/open-gateway.ts';
import { startRelaying } from '../../src/run/upkeep/relaying.ts';
import { startWebhooks } from '../../src/run/upkeep/webhooks.ts';
import { createWebhookEndpoint } from '../../src/nouns/webhook/endpoint/endpoint.operations.ts';

/**
 * How many webhooks one process sends to one endpoint: `node test/bench/webhooks.ts --rate 1000 --seconds 60`, on SQLite,
 * or with `--database postgres://...`. Events are recorded in the same process, a tenth of a second's at a time; the receiver
 * is a process of its own. Prints each five seconds what waits, and at the end the rate and the processor time of an event.
 */
if (process.argv.includes('--receiver')) receive();
else await measure();

function receive(): void {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    request.resume().on('end', () => response.writeHead(204).end());
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
  process.on('message', () => process.send?.(count));
}

async function measure(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '60' },
      database: { type: 'string' },
      ordering: { type: 'string', default: 'none' },
      idle: { type: 'boolean', default: false },
    },
  });
  const [rate, seconds] = [Number(values.rate), Number(values.seconds)];
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-webhooks-'));
  const receiver = fork(new URL(import.meta.url), ['--receiver']);
  const [{ port }] = await once(receiver, 'message');
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    SECRET_KEY: '5e'.repeat(32),
    WEBHOOK_ALLOW: '127.0.0.1',
    DATABASE_URL: values.database,
  });
  const gateway = await openGateway(config);
  const log = createLogger('error');
  const made = done(
    await execute(gateway, createPartner, {
      caller: commandLine,
      requestId: 'bench',
      ids: {},
      input: { name: 'Bench' },
    }),
  );
  const caller: Caller = {
    ...commandLine,
    role: 'partner',
    actor: made.key.key_id,
    partnerId: made.partner.partner_id,
    keyId: made.key.key_id,
  };
  if (!values.idle) {
    const input = {
      url: `http://127.0.0.1:${port}/`,
      event_types: ['customer.created'],
      ordering: values.ordering,
    };
    await execute(gateway, createWebhookEndpoint, { caller, requestId: 'bench', ids: {}, input });
  }
  const work = [startRelaying(gateway, log), startWebhooks(gateway, config, log)];

  const call = { caller, requestId: 'bench', ids: {}, input: {} };
  const record = (count: number) =>
    gateway.database.transaction((db) =>
      withCommandContext(gateway, call, db, async (context) => {
        await context.record(
          ...Array.from({ length: count }, () => ({
            type: 'customer.created' as const,
            subject: `customer/${newId('cus', context.now)}` as const,
            partnerId: made.partner.partner_id,
            isFirst: true as const,
          })),
        );
      }),
    );
  const waiting = async (): Promise<number> => {
    const { count } = await gateway.database.reads
      .selectFrom('webhook_delivery')
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
      .where('completed_at', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const received = async (): Promise<number> => {
    receiver.send('count');
    const [count] = await once(receiver, 'message');
    return Number(count);
  };

  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  let recorded = 0;
  let told = 0;
  while (performance.now() - startedAt < seconds * 1_000) {
    const due = Math.floor((rate * (performance.now() - startedAt)) / 1_000);
    const count = Math.min(500, due - recorded);
    if (count > 0) {
      const { events } = await record(count);
      gateway.commits.notify(events);
      recorded += count;
    }
    const elapsed = (performance.now() - startedAt) / 1_000;
    if (elapsed - told >= 5) {
      told = elapsed;
      console.log(
        `${elapsed.toFixed(0)} s: recorded ${recorded}, received ${await received()}, waiting ${await waiting()}`,
      );
    }
    await setTimeout(100);
  }
  const elapsed = (performance.now() - startedAt) / 1_000;
  const used = process.cpuUsage(cpu);
  const got = await received();
  const cpuSeconds = (used.user + used.system) / 1_000_000;
  console.log(
    `recorded ${(recorded / elapsed).toFixed(0)}/s, received ${(got / elapsed).toFixed(0)}/s, waiting ${await waiting()}, ` +
      `${((100 * cpuSeconds) / elapsed).toFixed(0)} % of a core, ${((1_000_000 * cpuSeconds) / recorded).toFixed(0)} µs an event`,
  );
  for (const each of work) await each.stop();
  await gateway[Symbol.asyncDispose]();
  receiver.kill();
  rmSync(folder, { recursive: true, force: true });
}
