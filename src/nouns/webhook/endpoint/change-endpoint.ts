import { notBefore } from '../../../kernel/clock.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import type { EndpointRow } from './endpoint.present.ts';
import { aboutEndpoint } from './endpoint.rules.ts';
import { ENABLED } from './switch-endpoint.ts';

type Fields = Pick<EndpointRow, 'url' | 'description' | 'event_types' | 'ordering'>;

/** Writes the changed fields, and the status if the endpoint is enabled, and records their names. */
export async function changeFields(
  context: CommandContext,
  before: EndpointRow,
  fields: Fields,
  enables: boolean,
): Promise<EndpointRow> {
  const changed = Object.entries(fields)
    .filter(([name, value]) => Reflect.get(before, name) !== value)
    .map(([name]) => name);
  if (enables) changed.push('status');
  if (changed.length === 0) return before;
  const updated_at = notBefore(before.updated_at, context.now);
  const change = { ...fields, ...(enables && ENABLED), updated_at };
  await context.db.updateTable('webhook_endpoint').set(change).where('id', '=', before.id).execute();
  await context.record({ ...aboutEndpoint(before), type: 'webhook_endpoint.updated', data: { changed } });
  return { ...before, ...change };
}
