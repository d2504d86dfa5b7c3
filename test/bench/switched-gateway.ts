import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/run/config/config.ts';
import { createLogger, type Logger } from '../../src/engine/log/log.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { NO_TELEMETRY, type Telemetry } from '../../src/engine/tracing/telemetry.ts';
import { bootstrap } from '../../src/run/bootstrap.ts';
import { openGateway } from '../../src/run/open/open-gateway.ts';
import { serve } from '../../src/run/server/serve.ts';
import { openTelemetry } from '../../src/run/telemetry.ts';
import { watchLoad } from '../../src/run/upkeep/watch-load.ts';

/**
 * The gateway that the environment describes, without its upkeep, for `telemetry-cost.ts`: a message names the parts of
 * telemetry that observe requests from now on, of `lines`, `metrics` and `traces`.
 */
const config = readConfig(process.env);
const { telemetry, attach } = await openTelemetry(config);
const on = { lines: true, metrics: true, traces: true };
const gateway = await openGateway(config, systemClock, { telemetry: switchedTelemetry(telemetry) });
attach(gateway);
const app = createApp(gateway, config, switchedLog(createLogger(config.logLevel)), watchLoad(gateway));
await serve(app, config, async () => {
  await bootstrap(gateway, config);
  await app.warmUp();
});
process.on('message', (parts) => {
  for (const part of ['lines', 'metrics', 'traces'] as const)
    on[part] = Array.isArray(parts) && parts.includes(part);
  process.send?.('switched');
});

/** What a read passes is switched; all else is as it was. */
function switchedTelemetry(whole: Telemetry): Telemetry {
  const metrics = () => (on.metrics ? whole : NO_TELEMETRY);
  const traces = () => (on.traces ? whole : NO_TELEMETRY);
  return {
    ...whole,
    requestBegan: () => metrics().requestBegan(),
    requestDone: (answered) => metrics().requestDone(answered),
    operationBegan: () => metrics().operationBegan(),
    operationDone: (operation, began, isReplayed) => metrics().operationDone(operation, began, isReplayed),
    keepsTrace: (parent) => traces().keepsTrace(parent),
    isInTrace: () => traces().isInTrace(),
  };
}

function switchedLog(log: Logger): Logger {
  return {
    ...log,
    request(facts) {
      if (on.lines) log.request(facts);
    },
  };
}
