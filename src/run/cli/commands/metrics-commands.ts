import { z } from 'zod';
import { alertRules } from '../../metrics/alerts.ts';
import { dashboard } from '../../metrics/dashboard.ts';
import { command } from './command.ts';

/** Files for Grafana and Prometheus, made from the table of metrics. */
export default {
  says: 'files for monitoring',
  commands: [
    command({
      name: 'dashboard',
      says: 'print a dashboard for Grafana, as JSON',
      takes: z.strictObject({}),
      run: (session) => session.printFile(`${JSON.stringify(dashboard(), null, 2)}\n`, 'JSON'),
    }),
    command({
      name: 'alerts',
      says: 'print alert rules for Prometheus, as YAML',
      takes: z.strictObject({}),
      run: (session) => session.printFile(alertRules(), 'YAML'),
    }),
  ],
};
