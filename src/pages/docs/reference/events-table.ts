import { type EventType, kindOf } from '../../../trail/record/event-types.ts';
import { cell, table } from './markdown-table.ts';

/** The types of events that clients see, each with its meaning and the members of its data. */
export function eventsTable(types: readonly EventType[]): string {
  const rows = types.flatMap((type) => {
    const { means, shows } = kindOf(type);
    if (shows === null) return [];
    return [[`\`${type}\``, cell(means), shows.map((member) => `\`${member}\``).join(', ')]];
  });
  return table(['Type', 'What happened', 'Members of `data`'], rows);
}
