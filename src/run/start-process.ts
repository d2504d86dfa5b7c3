import { flushCompileCache } from 'node:module';
import { bootstrap, type FirstKeys } from './bootstrap.ts';
import { sandboxExample } from './sandbox-example.ts';
import type { Config } from './config/config.ts';
import { startHeartBeat } from './upkeep/heart-beat.ts';
import { startHousekeeping } from './upkeep/housekeeping.ts';
import { takesSecureCookies } from '../nouns/session/cookie.ts';
import { createLogger } from '../engine/log/log.ts';
import { systemClock } from '../kernel/clock.ts';
import { version } from '../kernel/version.ts';
import { firstOperatorCommand } from './first-operator.ts';
import { migrateApart } from './migrate-apart.ts';
import { observedLog } from './open/observed-parts.ts';
import { openGateway } from './open/open-gateway.ts';
import { createStartParts } from './start-parts.ts';
import { startRelaying } from './upkeep/relaying.ts';
import { requireTrail } from './open/require-trail.ts';
import { serve } from './server/serve.ts';
import { kindsOf, openTelemetry } from './telemetry.ts';
import { startWatchingProgress } from './upkeep/watching-progress.ts';
import { watchLoad } from './upkeep/watch-load.ts';
import { startPolicyTrials } from './upkeep/policy-trials.ts';
import { startWebhooks } from './upkeep/webhooks.ts';
import { stopOnSignals } from './stop-signals.ts';

/** Starts a gateway in this process, which is the `number`th of one start. Returns lines with its addresses. */
export async function startProcess(config: Config, number: number): Promise<readonly string[]> {
  const { telemetry, ...telling } = await openTelemetry(config);
  const log = observedLog(createLogger(config.logLevel), telemetry);
  const parts = createStartParts();
  const [gateway, { createApp }] = await Promise.all([
    openGateway(config, systemClock, {
      migrate: migrateApart,
      onEnded: parts.ended,
      onSlowMigrations: (migrations) => log.note(WAITING_FOR_MIGRATIONS, { ...migrations }),
      onLaterTables: (migrations) => log.note(LATER_TABLES, { ...migrations }, 'warn'),
      onReplica: (replica, isRead) =>
        isRead ? log.note(REPLICA_BACK, { replica }) : log.note(REPLICA_OUT, { replica }, 'warn'),
      onDoubt: (sentence) => log.note(sentence, {}, 'warn'),
      telemetry,
    }),
    import('../app.ts'), // Loaded while the database is made ready.
  ]);
  telling.attach(gateway);
  await requireTrail(gateway, log);
  parts.ended('trail');
  let firstSteps: FirstSteps = { made: null, makesOperator: null };
  const app = createApp(gateway, config, log, watchLoad(gateway));
  const listening = await serve(app, config, async () => {
    const made = await bootstrap(gateway, config);
    firstSteps = { made, makesOperator: await firstOperatorCommand(gateway, config) };
    await app.warmUp();
    // Before the first request: at a machine's first start this write blocks the event loop for 100 ms.
    flushCompileCache();
  });
  const heartBeat = startHeartBeat(gateway.processes, log);
  parts.ended('listening');
  const watching = startWatchingProgress(gateway, log);
  const relaying = startRelaying(gateway, log);
  const webhooks = config.webhooks ? startWebhooks(gateway, config, log) : null;
  const trials = startPolicyTrials(gateway, log);
  const housekeeping = startHousekeeping(gateway, log);
  stopOnSignals(async (signal) => {
    const sent = webhooks?.stop();
    // On Ctrl-C there is no balancer to wait for.
    await (signal === 'SIGINT' ? listening.stop(0) : listening.stop());
    await Promise.all([housekeeping.stop(), trials.stop()]);
    // Running webhooks have a shorter deadline than the requests above.
    await sent;
    // After the last request, so its events get their positions.
    await relaying.stop();
    await heartBeat.stop();
    await watching.stop();
    await telling.stop();
    await gateway[Symbol.asyncDispose]();
    // Everything is closed. Without this, unread standard error would keep the process alive.
    process.exit();
  });
  // This is last, because a program that waits for this line may send a signal at once.
  log.note('listening', { ...aboutProcess(config, number), ...parts.took() });
  process.send?.('ready');

  if (config.console && !takesSecureCookies(config.publicUrl))
    log.note('sessions of the console can be read on the network: PUBLIC_URL is not https', {}, 'warn');
  return number === 1 ? reachedAt(config, firstSteps) : [];
}

interface FirstSteps {
  /** The keys that the gateway made. */
  readonly made: FirstKeys | null;
  /** The command that makes the first operator. */
  readonly makesOperator: string | null;
}

/** The addresses of the gateway, and what a person needs after a first start. */
const reachedAt = (
  { publicUrl, mode, ...config }: Config,
  { made, makesOperator }: FirstSteps,
): readonly string[] => [
  `REST     ${publicUrl}/v1   (described at ${publicUrl}/v1/openapi.json)`,
  `GraphQL  ${publicUrl}/graphql`,
  `Guides   ${publicUrl}/docs   (in a browser)`,
  ...(config.console ? [`Console  ${publicUrl}/console   (for operators, in a browser)`] : []),
  ...(mode === 'development' ? [`GraphiQL ${publicUrl}/graphql   (in a browser)`] : []),
  ...(config.sandbox
    ? [`Sandbox  no money moves, and each partner has a clock: ${publicUrl}/docs/sandbox`]
    : []),
  ...(made === null ? [] : [`API key of partner demo, shown only once: ${made.partner}`]),
  ...(made?.operator ? [`API key of an operator, for the console, shown only once: ${made.operator}`] : []),
  ...(config.sandbox && made !== null ? sandboxExample(publicUrl, made.partner) : []),
  ...(makesOperator === null ? [] : [`There is no operator yet. This makes one: ${makesOperator}`]),
];

const WAITING_FOR_MIGRATIONS =
  'waiting for the migrations of the database, which run here or in another process';

const LATER_TABLES =
  'the tables of the database are of a later version of the gateway, which this one may not work with';

const REPLICA_OUT = 'a replica does not respond, or is not a replica: the primary serves its reads';
const REPLICA_BACK = 'a replica is read again';

/**
 * The facts about a process for the log: versions, and the names of the variables that are set, without their values.
 */
const aboutProcess = ({ given, ...config }: Config, number: number) => ({
  version,
  node: process.version,
  ...(config.processes > 1 && { process: number }),
  ...kindsOf(config),
  settings: given.join(' '),
});
