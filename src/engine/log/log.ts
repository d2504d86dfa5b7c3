import { DamageError } from '../../kernel/damage.ts';
import { currentTrace } from '../../kernel/trace-context.ts';
import { ChoreFailures, type ChoreLog, type Runs } from './chore-failures.ts';
import { ownFrames } from './own-frames.ts';
import { gatheredRequests } from './gathered-requests.ts';
import { logLines } from './log-lines.ts';
import type { RequestFacts } from './request-facts.ts';
import { requestLogLine } from './request-log-line.ts';
import { type DestinationStream, type LevelWithSilent, pino } from 'pino';
import { world } from '../../kernel/world.ts';

interface CommittedEvent {
  readonly id: string;
  readonly type: string;
  readonly request_id: string;
}

/** The log: one JSON object per line, never with text that a client sent. */
export interface Logger {
  /** Logs a request that has its response. Its facts no longer change. */
  request(facts: RequestFacts): void;
  /**
   * Logs an error that is not the client's fault: its type and the place where it was thrown. The message is left out,
   * because it may quote data.
   */
  failure(error: unknown, requestId: string, about?: Readonly<Record<string, string>>): void;
  /** The log of a chore. An outage of the database makes only few lines. */
  chore(name: string, runs: Runs): ChoreLog;
  /** Logs events after their commit, at level debug. */
  committed(events: readonly CommittedEvent[]): void;
  /** Logs what happened: `info`, unless a person should look at it (`warn`) or be called (`error`). */
  note(
    sentence: string,
    about?: Readonly<Record<string, string | number>>,
    urgency?: 'info' | 'warn' | 'error',
  ): void;
}

interface Destination extends DestinationStream {
  /** Writes the line of a request in a batch with the next ones. */
  request?(facts: RequestFacts): void;
}

export function createLogger(level: LevelWithSilent, destination?: Destination): Logger {
  const logDropped = (dropped: number): void => log.error({ lines: dropped }, 'log lines were dropped');
  const lines = destination ?? standardOutput(logDropped);
  const gather = lines.request ?? eachAtOnce(lines);
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, lines);
  const hasRequests = log.isLevelEnabled('info');
  const failure: Logger['failure'] = (error, requestId, about = {}) =>
    log.error({ request_id: requestId, trace_id: traceId(), ...about, ...stackOf(error) }, 'failure');
  const chores = new ChoreFailures({
    failure: (error, chore) => failure(error, 'clock', { chore }),
    still: (outage) => log.error(outage, 'chores still fail'),
    over: (outage) => log.info(outage, 'chores work again'),
  });
  return {
    request: hasRequests ? gather : () => {},
    failure,
    chore: (name, runs) => chores.of(name, runs),
    committed(events) {
      for (const { id, type, request_id } of events)
        log.debug({ request_id, trace_id: traceId(), event_id: id, type }, 'committed');
    },
    note(sentence, about = {}, urgency = 'info') {
      log[urgency](about, sentence);
    },
  };
}

/** Writes the line of each request when it has its response. */
function eachAtOnce(lines: DestinationStream): (facts: RequestFacts) => void {
  return (facts) => lines.write(requestLogLine(facts, world.time() - world.elapsedMs()));
}

const traceId = (): string | undefined => currentTrace()?.traceId;

function standardOutput(onRecovered: (dropped: number) => void): Destination {
  // Accessing `process.stdout` makes Node set a pipe to non-blocking.
  const lines = logLines(process.stdout.fd, onRecovered, process.connected);
  const requests = gatheredRequests(lines.write);
  process.on('exit', () => {
    requests.write();
    lines.flush();
  });
  return {
    write(line) {
      // Written first, so the lines stay in the order of time.
      requests.write();
      lines.write(Buffer.from(line));
    },
    request: requests.add,
  };
}

function stackOf(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = codeOf(error);
  const place = error instanceof DamageError ? { place: error.location } : {};
  // An error of S3 has this if the store refused a request because our clock is wrong.
  const ahead = 'clockAheadSeconds' in error ? error.clockAheadSeconds : null;
  const clock = typeof ahead === 'number' ? { clock_ahead_seconds: ahead } : {};
  return {
    error: error.name,
    ...(code !== null && { code }),
    ...place,
    ...clock,
    at: ownFrames(error.stack ?? ''),
  };
}

/** The most causes of an error that are read, because a chain of causes can be a circle. */
const CAUSES_MAX = 5;

/** The code of an error or of its cause: after a failed `fetch`, only the cause has `ECONNREFUSED`. */
function codeOf(error: unknown, causes = CAUSES_MAX): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return causes === 0 ? null : codeOf(error.cause, causes - 1);
}
