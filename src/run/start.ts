import { type Config, readConfig } from './config/config.ts';
import { processNumber } from './process-number.ts';

/**
 * Starts the gateway that the environment describes, in one or more processes. Returns lines with its addresses. Throws
 * errors that `startFailure` explains.
 */
export async function start(): Promise<readonly string[]> {
  const config = readConfig(process.env);
  const number = processNumber();
  if (number === null && config.processes > 1) {
    // It loads no gateway, so this process takes less memory than the processes that it starts.
    const { runProcesses } = await import('./run-processes.ts');
    await runProcesses(config.processes, config.logLevel);
    return [];
  }
  const { startProcess } = await import('./start-process.ts');
  return number === null ? startProcess(config, 1) : startProcess(forProcess(config, number), number);
}

/** The configuration of one of several processes: each has its own port for metrics. */
const forProcess = (config: Config, number: number): Config => ({
  ...config,
  metrics: config.metrics && {
    ...config.metrics,
    port: config.metrics.port === 0 ? 0 : config.metrics.port + number - 1,
  },
});
