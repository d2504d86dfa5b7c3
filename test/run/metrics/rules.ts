import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const DEPLOYMENT = new URL('../../../src/pages/docs/deployment/', import.meta.url);
/** The file of the alerts. */
export const ALERTS_FILE = new URL('prometheus-alerts.yml', DEPLOYMENT);

const Rules = z.strictObject({
  groups: z.tuple([
    z.strictObject({
      name: z.literal('fundgate'),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Fundgate[A-Z]\w+$/),
          expr: z.string(),
          for: z.string().regex(/^\d+m$/),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string().endsWith('.') }),
        }),
      ),
    }),
  ]),
});

/** The rules of the alerts. */
export const ALERTS = Rules.parse(parse(readFileSync(ALERTS_FILE, 'utf8'))).groups[0].rules;

const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.int(),
      gridPos: z.object({ x: z.int(), y: z.int() }),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
});

/** The panels of the dashboard. */
export const { panels: PANELS } = Dashboard.parse(
  JSON.parse(readFileSync(new URL('grafana-dashboard.json', DEPLOYMENT), 'utf8')),
);
