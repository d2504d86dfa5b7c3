import { DamageError } from '../../kernel/damage.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { RequestFacts } from './request-facts.ts';
import { currentTrace } from '../../kernel/trace-context.ts';
import { ownFrames } from './own-frames.ts';
import { logLines } from './log-lines.ts';
import { type DestinationStream, type LevelWithSilent, pino } from 'pino';

interface Answered {
  readonly requestId: string;
  readonly method: string;
  /** The path template, because paths and queries contain ids and signatures. */
  readonly template: string;
  readonly status: number;
  /** From `performance.now()`. */
  readonly startedAt: number;
  /** Number of unknown members that were ignored. */
  readonly ignoredMembers?: number | undefined;
  /** Null where no valid key was sent. */
  readonly caller: Pick<Caller, 'partnerId' | 'keyId'> | null;
  readonly facts: RequestFacts;
}

interface CommittedEvent {
  readonly id: string;
  readonly type: string;
  readonly request_id: string;
}

/** The log: one JSON object per line, never with text that a client sent. */
export interface Logger {
  request(answered: Answered): void;
  /**
   * Logs an error that is not the client's fault: its type and where it was thrown. Its message may quote data, so it
   * is left out.
   */
  failure(error: unknown, requestId: string, about?: Readonly<Record<string, string>>): void;
  /** Logs events after their commit, at level debug. */
  committed(events: readonly CommittedEvent[]): void;
  note(sentence: string, about?: Readonly<Record<string, string | number>>): void;
}

export function createLogger(level: LevelWithSilent, destination?: DestinationStream): Logger {
  const logDropped = (lines: number): void => log.error({ lines }, 'log lines were dropped');
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination ?? standardOutput(logDropped),
  );
  return {
    request({ requestId, method, template, status, startedAt, ignoredMembers, caller, facts }) {
      if (!log.isLevelEnabled('info')) return;
      log.info(
        {
          request_id: requestId,
          method,
          route: template,
          status,
          duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
          // Undefined members are not written.
          operation: facts.operation ?? undefined,
          code: facts.code ?? undefined,
          partner_id: caller?.partnerId ?? undefined,
          key_id: caller?.keyId ?? undefined,
          trace_id: traceId(),
          ignored_members: ignoredMembers,
        },
        'request',
      );
    },
    failure(error, requestId, about = {}) {
      log.error({ request_id: requestId, trace_id: traceId(), ...about, ...stackOf(error) }, 'failure');
    },
    committed(events) {
      for (const { id, type, request_id } of events)
        log.debug({ request_id, trace_id: traceId(), event_id: id, type }, 'committed');
    },
    note(sentence, about = {}) {
      log.info(about, sentence);
    },
  };
}

const traceId = (): string | undefined => currentTrace()?.traceId;

function standardOutput(onRecovered: (dropped: number) => void): DestinationStream {
  // Accessing `process.stdout` makes Node set a pipe to non-blocking.
  const lines = logLines(process.stdout.fd, onRecovered);
  process.on('exit', () => lines.flush());
  return lines;
}

function stackOf(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const place = error instanceof DamageError ? { place: error.location } : {};
  return { error: error.name, ...code, ...place, at: ownFrames(error.stack ?? '') };
}
