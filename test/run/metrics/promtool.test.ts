// The program of Prometheus reads our files; no gateway is started.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALERTS, ALERTS_FILE } from './rules.ts';
import { needs } from '../../support/needs.ts';

interface Series {
  readonly series: string;
  readonly values: string;
}

interface Expected {
  readonly at: string;
  /** Of each alert that is raised. */
  readonly labels: readonly Readonly<Record<string, string>>[];
}

/** A program of Prometheus that checks rules, if one is at hand. */
const PROMTOOL = process.env['PROMTOOL'];

describe(
  'promtool, which PROMTOOL names',
  needs(PROMTOOL !== undefined, 'PROMTOOL names no program of Prometheus.'),
  () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'fundgate-rules-'));
      copyFileSync(ALERTS_FILE, join(folder, 'fundgate.yml'));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const promtool = (...args: readonly string[]) =>
      spawnSync(PROMTOOL ?? '', args, { encoding: 'utf8', cwd: folder });

    /** Whether an alert is raised at a time, by series with a value each minute. */
    function expectAlert(alertname: string, input_series: readonly Series[], expected: Expected) {
      const rule = ALERTS.find(({ alert }) => alert === alertname);
      const exp_alerts = expected.labels.map((labels) => ({
        exp_labels: { ...labels, ...rule?.labels },
        exp_annotations: rule?.annotations,
      }));
      const alert_rule_test = [{ eval_time: expected.at, alertname, exp_alerts }];
      const tests = {
        rule_files: ['fundgate.yml'],
        tests: [{ interval: '1m', input_series, alert_rule_test }],
      };
      // JSON is YAML, too.
      writeFileSync(join(folder, 'test.yml'), JSON.stringify(tests));
      const { status, stdout, stderr } = promtool('test', 'rules', 'test.yml');
      expect({ status, said: stdout + stderr }).toEqual({
        status: 0,
        said: expect.stringContaining('SUCCESS'),
      });
    }

    test('finds no fault in the rules', () => {
      const { status, stdout, stderr } = promtool('check', 'rules', 'fundgate.yml');
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain('SUCCESS');
    });

    /** A hundred requests a minute, of which so many take two seconds, and the others a millisecond. */
    const requests = (route: string, status: number, slow: number) =>
      [
        ['0.005', 100 - slow],
        ['1', 100 - slow],
        ['2.5', 100],
        ['+Inf', 100],
      ].map(([end, count]) => ({
        series: `http_server_request_duration_seconds_bucket{http_request_method="POST",http_route="${route}",http_response_status_code="${status}",le="${end}"}`,
        values: `0+${count}x30`,
      }));

    test.each([
      ['slow answers to GraphQL', [requests('/graphql', 200, 5)], 1],
      ['slow answers by REST', [requests('/v1/customers', 200, 5)], 1],
      [
        'slow answers beside many quick probes',
        [requests('/v1/customers', 200, 2), requests('/healthz', 200, 0)],
        1,
      ],
      ['quick answers', [requests('/graphql', 200, 0), requests('/v1/customers', 200, 0)], 0],
      [
        'bodies that did not come',
        [requests('/v1/customers', 200, 0), requests('/v1/customers', 400, 100)],
        0,
      ],
      ['waits for events', [requests('/v1/customers', 200, 0), requests('/v1/events', 200, 100)], 0],
    ])('the alert for slow requests is right about %s', (_what, series, alerts) => {
      const labels = alerts === 0 ? [] : [{}];
      expectAlert('FundgateSlow', series.flat(), { at: '20m', labels });
    });

    const failures = (chore: string, values: string): Series => ({
      series: `fundgate_failures_total{chore="${chore}"}`,
      values,
    });

    test.each([
      ['one that fails each minute', failures('old webhooks', '0+1x40'), 1],
      ['one that fails each second', failures('positions of events', '0+60x40'), 1],
      // It fails four times a second, and the database is away for eight of them, once.
      ['one that failed while the database was started anew', failures('webhooks', '0x5 32x35'), 0],
      [
        'one that failed at the end of one minute and at the begin of the next',
        failures('webhooks', '0x5 16 32x34'),
        0,
      ],
      ['requests that fail', failures('request', '0+9x40'), 0],
    ])('the alert for chores is right about %s', (_what, series, alerts) => {
      const labels = alerts === 0 ? [] : [{ chore: /"(.*)"/.exec(series.series)?.[1] ?? '' }];
      const times = alerts === 0 ? ['8m', '13m', '20m', '30m'] : ['20m', '30m'];
      for (const at of times) expectAlert('FundgateChoreFails', [series], { at, labels });
    });
  },
);
