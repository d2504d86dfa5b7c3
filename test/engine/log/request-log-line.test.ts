import { expect, test, vi } from 'vitest';
import { createLogger } from '../../../src/engine/log/log.ts';
import { requestLogLine } from '../../../src/engine/log/request-log-line.ts';
import { noFacts, type RequestFacts } from '../../../src/engine/log/request-facts.ts';

const ANSWERED = {
  requestId: 'req-1',
  method: 'GET',
  template: '/v1/customers/{customer_id}',
  status: 200,
  operation: 'getCustomer',
  durationMs: 1.2345,
  caller: { partnerId: 'prt_1', keyId: 'key_1' },
} as const;

const factsOf = (facts: Partial<RequestFacts>): RequestFacts => ({
  ...noFacts(),
  respondedAt: 1_000,
  ...facts,
});

const lineOf = (facts: Partial<RequestFacts>) => {
  const lines: string[] = [];
  createLogger('info', { write: (line) => void lines.push(line) }).request(factsOf(facts));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\{.*\}\n$/);
  return JSON.parse(lines[0] ?? '');
};

test('the line of a request has all known facts of it, in the form of every line of the log', () => {
  const about = {
    level: 30,
    time: '2026-03-04T05:06:08.000Z',
    request_id: 'req-1',
    method: 'GET',
    route: '/v1/customers/{customer_id}',
    status: 200,
    duration_ms: 1.2,
    operation: 'getCustomer',
    partner_id: 'prt_1',
    key_id: 'key_1',
    msg: 'request',
  };
  // It was answered a second after the clock of requests began.
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2026-03-04T05:06:07Z') });
  try {
    expect(lineOf(ANSWERED)).toStrictEqual(about);
  } finally {
    vi.useRealTimers();
  }
  const lines: string[] = [];
  createLogger('info', { write: (line) => void lines.push(line) }).note('listening');
  expect(Object.keys(JSON.parse(lines[0] ?? ''))).toEqual(['level', 'time', 'msg']);
});

test.each([
  '2026-11-27T18:59:59.999Z',
  '2026-11-27T19:00:00.000Z',
  '2026-11-27T19:00:00.007Z',
  '2026-11-27T19:00:00.070Z',
  '2026-11-27T18:59:59.999Z',
  '2026-12-01T00:00:00.999Z',
])('the time of a line is that of its millisecond, whatever the line before had: %s', (time) => {
  const line = requestLogLine(factsOf({ respondedAt: 0 }), Date.parse(time));
  expect(JSON.parse(line).time).toBe(time);
});

test('the line of a request leaves unknown facts out, and names the trace and the code of the error', () => {
  const { partner_id, key_id, operation, ...unknown } = lineOf({
    ...ANSWERED,
    caller: null,
    operation: null,
    code: 'api_key_invalid',
    durationMs: 0,
    ignoredMembers: 2,
  });
  expect([partner_id, key_id, operation]).toEqual([undefined, undefined, undefined]);
  expect(unknown).toMatchObject({ code: 'api_key_invalid', ignored_members: 2, duration_ms: 0 });
  const place = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: true };
  expect(lineOf({ ...ANSWERED, trace: place }).trace_id).toBe(place.traceId);
});

test('each line has its own duration, however many are alike', () => {
  const durations = [0, 0.04, 0.26, 0.3, 9.96, 10, 10.04, 12_345.67];
  const lineOfDuration = (durationMs: number) => lineOf({ ...ANSWERED, durationMs }).duration_ms;
  const written = [0, 0, 0.3, 0.3, 10, 10, 10, 12_345.7];
  for (const _ of ['made', 'known']) expect(durations.map(lineOfDuration)).toEqual(written);
  const other = lineOf({ ...ANSWERED, status: 404, operation: 'getDocument' });
  expect(other).toMatchObject({ status: 404, operation: 'getDocument', duration_ms: 1.2 });
  expect(lineOf(ANSWERED)).toMatchObject({ status: 200, operation: 'getCustomer', duration_ms: 1.2 });
});

test('requests have no line at a level above info', () => {
  const lines: string[] = [];
  createLogger('warn', { write: (line) => void lines.push(line) }).request(factsOf(ANSWERED));
  expect(lines).toEqual([]);
});
