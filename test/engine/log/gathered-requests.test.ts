import { execFileSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { gatheredRequests } from '../../../src/engine/log/gathered-requests.ts';
import { noFacts } from '../../../src/engine/log/request-facts.ts';

const LOG = new URL('../../../src/engine/log/log.ts', import.meta.url).pathname;

const factsOf = (requestId: string) => ({ ...noFacts(), requestId, respondedAt: 1 });

const idsOf = (lines: string | Uint8Array): readonly string[] =>
  Buffer.from(lines)
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).request_id);

test('requests are written together and in order: after 10 ms, when there are many, or when asked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const written: (readonly string[])[] = [];
    const requests = gatheredRequests((lines) => void written.push(idsOf(lines)));
    requests.add(factsOf('1'));
    vi.advanceTimersByTime(9);
    requests.add(factsOf('2'));
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(written).toEqual([['1', '2']]);
    requests.add(factsOf('3'));
    requests.write();
    requests.write();
    expect(written.slice(1)).toEqual([['3']]);
    const many = Array.from({ length: 1_000 }, (_, at) => `many-${at}`);
    for (const requestId of many) requests.add(factsOf(requestId));
    const early = written.slice(2);
    expect(early.length).toBeGreaterThan(1);
    expect(Math.max(...early.map(({ length }) => length))).toBeLessThan(500);
    vi.advanceTimersByTime(10);
    expect(written.slice(2).flat()).toEqual(many);
    vi.advanceTimersByTime(1_000);
    expect(written).toHaveLength(early.length + 3);
  } finally {
    vi.useRealTimers();
  }
});

test('the line of a request has the time of its answer, not of its writing', () => {
  const lines: string[] = [];
  const requests = gatheredRequests((bytes) => {
    lines.push(...Buffer.from(bytes).toString().split('\n').slice(0, -1));
  });
  // The clock of the requests began an hour before that of the day says 12:00.
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2026-03-04T11:00:00Z') });
  try {
    vi.advanceTimersByTime(3_600_000);
    for (const ago of [5_000, 1_000, 0]) requests.add({ ...noFacts(), respondedAt: 3_600_000 - ago });
    vi.advanceTimersByTime(7);
    requests.write();
  } finally {
    vi.useRealTimers();
  }
  expect(lines.map((line) => JSON.parse(line).time)).toEqual([
    '2026-03-04T11:59:55.000Z',
    '2026-03-04T11:59:59.000Z',
    '2026-03-04T12:00:00.000Z',
  ]);
});

test('lines on the standard output stand in order, and none is lost at the end of the process', () => {
  const program = `
    import { createLogger } from ${JSON.stringify(LOG)};
    import { noFacts } from ${JSON.stringify(LOG.replace('log.ts', 'request-facts.ts'))};
    const log = createLogger('info');
    const request = (requestId) => log.request({ ...noFacts(), requestId });
    request('1');
    request('2');
    log.failure(new Error('no'), '3');
    request('4');
    log.note('last', { request_id: '5' });
    for (let at = 6; at <= 300; at += 1) request(String(at));
    process.exit();`;
  const text = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(idsOf(text)).toEqual(Array.from({ length: 300 }, (_, at) => String(at + 1)));
});
