import type { Command } from 'commander';
import { alertRules } from '../../metrics/alerts.ts';
import { dashboard } from '../../metrics/dashboard.ts';
import type { Session } from '../session/session.ts';

/** `metrics dashboard` and `metrics alerts`: files for Grafana and Prometheus, made from the table of metrics. */
export function addMetricsCommands(program: Command, session: Session): void {
  const metrics = program.command('metrics').helpCommand(false);
  metrics
    .command('dashboard')
    .description('print a dashboard for Grafana, as JSON')
    .action(() => session.printFile(`${JSON.stringify(dashboard(), null, 2)}\n`, 'JSON'));
  metrics
    .command('alerts')
    .description('print alert rules for Prometheus, as YAML')
    .action(() => session.printFile(alertRules(), 'YAML'));
}
