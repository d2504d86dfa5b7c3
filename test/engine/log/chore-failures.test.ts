import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseUnavailable } from '../../../src/engine/sql/unavailable.ts';
import { STILL_MS } from '../../../src/engine/log/chore-failures.ts';
import { createLogger, type Logger } from '../../../src/engine/log/log.ts';
import { DamageError } from '../../../src/kernel/damage.ts';

let lines: Record<string, unknown>[];
let log: Logger;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  lines = [];
  log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
});
afterEach(() => void vi.useRealTimers());

const away = (code: string) =>
  databaseUnavailable('silent', Object.assign(new Error('It is away.'), { code }));

test('an outage of ten minutes is the first failure of each chore, a line a minute, and one when it is over', () => {
  const positions = log.chore('positions of events', 'always');
  const webhooks = log.chore('webhooks', 'always');
  for (let ms = 0; ms <= 10 * STILL_MS; ms += 1_000) {
    positions.failed(away('ECONNREFUSED'));
    webhooks.failed(away(ms === 0 ? 'NO_ANSWER' : 'ECONNREFUSED'));
    vi.advanceTimersByTime(1_000);
  }
  const during = lines.splice(0);
  expect(during.slice(0, 2)).toMatchObject([
    { level: 50, msg: 'failure', request_id: 'clock', chore: 'positions of events', code: 'ECONNREFUSED' },
    { level: 50, msg: 'failure', request_id: 'clock', chore: 'webhooks', code: 'NO_ANSWER' },
  ]);
  expect(during).toHaveLength(12);
  const chores = 'positions of events, webhooks';
  expect(during[2]).toMatchObject({ level: 50, msg: 'chores still fail', chores, seconds: 60 });
  positions.done();
  expect(lines).toEqual([]);
  webhooks.done();
  expect(lines).toMatchObject([
    { level: 30, msg: 'chores work again', chores, failures: 1_202, seconds: 600 },
  ]);
});

test('the next outage begins with the first failure of each chore again', () => {
  const positions = log.chore('positions of events', 'always');
  for (const code of ['ECONNREFUSED', 'NO_ANSWER']) {
    positions.failed(away(code));
    positions.failed(away(code));
    positions.done();
    positions.done();
  }
  expect(lines.map(({ msg, code }) => code ?? msg)).toEqual([
    'ECONNREFUSED',
    'chores work again',
    'NO_ANSWER',
    'chores work again',
  ]);
});

test('two parts of a chore each log their first failure, and the outage lasts until both work again', () => {
  const [claims, replays] = [log.chore('webhooks', 'always'), log.chore('webhooks', 'always')];
  for (let times = 0; times < 3; times += 1) {
    replays.failed(away('25006'));
    claims.done();
  }
  expect(lines).toHaveLength(1);
  claims.failed(away('25006'));
  replays.done();
  expect(lines).toHaveLength(2);
  claims.done();
  expect(lines[2]).toMatchObject({ msg: 'chores work again', chores: 'webhooks' });
});

test('a chore that runs once a minute does not delay the line that says that the outage is over', () => {
  const positions = log.chore('positions of events', 'always');
  const [answers, offers] = [log.chore('kept responses', 'minutely'), log.chore('lapsed offers', 'minutely')];
  for (const chore of [positions, answers, offers]) chore.failed(away('NO_ANSWER'));
  answers.done();
  expect(lines).toHaveLength(3);
  positions.done();
  expect(lines.splice(0)[3]).toMatchObject({ chores: 'positions of events, kept responses, lapsed offers' });
  offers.failed(away('57014'));
  positions.done();
  expect(lines.splice(0)).toMatchObject([{ chore: 'lapsed offers', code: '57014' }]);
  offers.done();
  expect(lines).toMatchObject([{ msg: 'chores work again', chores: 'lapsed offers' }]);
});

test('a failure that is not for want of the database is a line each time, also during an outage', () => {
  const webhooks = log.chore('webhooks', 'always');
  webhooks.failed(away('NO_ANSWER'));
  for (const place of ['whe_1', 'whe_2', 'whe_2']) webhooks.failed(new DamageError('It is damaged.', place));
  expect(lines.map(({ place, msg }) => place ?? msg)).toEqual([
    'failure',
    'chores work again',
    'whe_1',
    'whe_2',
    'whe_2',
  ]);
});
