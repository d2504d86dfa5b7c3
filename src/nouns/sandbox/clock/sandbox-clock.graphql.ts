import { inputOf } from '../../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { atMost, runs } from '../../../pipeline/graphql-kit/field-facts.ts';
import { inputFromZod } from '../../../pipeline/graphql-kit/input-from-zod.ts';
import { toOperationNames } from '../../../pipeline/graphql-kit/naming.ts';
import { commandField, runQuery } from '../../../pipeline/graphql-kit/run-operation.ts';
import { eventTypes } from '../../../trail/record/event-types.ts';
import { EventTypeEnum, EventObject } from '../../event/event.graphql.ts';
import { AdvanceClockInput } from './sandbox-clock.input.ts';
import { advanceSandboxClock, getSandboxClock, SHOWN_EVENTS_MAX } from './sandbox-clock.operations.ts';
import type { AdvancedClockView, SandboxClockView } from './sandbox-clock.present.ts';

const OF_PARTNER = 'The partner whose clock it is. For operators, who must give it.';

/** The clock of a partner in a sandbox. A live gateway refuses these fields. */
export function defineSandboxClock(builder: Builder): void {
  const { clock, advanced } = defineTypes(builder);
  const input = inputFromZod(builder, 'AdvanceClockInput', AdvanceClockInput);
  builder.queryField('sandboxClock', (t) =>
    t.field({
      type: clock,
      description: 'The clock of a partner. Only a sandbox has it.',
      args: { partnerId: t.arg.id({ description: OF_PARTNER }) },
      extensions: runs(getSandboxClock),
      resolve: (_root, { partnerId }, context) =>
        runQuery(context, getSandboxClock, { ids: { owner_id: partnerId ?? null } }),
    }),
  );
  builder.mutationField('sandboxAdvanceClock', (t) =>
    t.field({
      type: advanced,
      description:
        'Moves the clock of a partner forward. What falls due meanwhile is done before the response. Only a sandbox has it.',
      args: { input: t.arg(inputOf(input)), partnerId: t.arg.id({ description: OF_PARTNER }) },
      ...commandField(advanceSandboxClock, (args) => ({
        ids: { owner_id: typeof args['partnerId'] === 'string' ? args['partnerId'] : null },
        input: toOperationNames(AdvanceClockInput, args['input'] ?? {}),
      })),
    }),
  );
}

function defineTypes(builder: Builder) {
  const clock = builder.objectRef<SandboxClockView>('SandboxClock').implement({
    description: 'The clock of a partner in a sandbox.',
    fields: (t) => ({
      now: t.expose('now', { type: 'DateTime', description: 'What it shows.' }),
      aheadSeconds: t.exposeInt('ahead_seconds', {
        description: 'How many seconds it is ahead of real time.',
      }),
    }),
  });
  const count = builder.objectRef<AdvancedClockView['counts'][number]>('EventCount').implement({
    description: 'How many events of a type fell due.',
    fields: (t) => ({
      type: t.expose('type', { type: EventTypeEnum, description: 'The type of the events.' }),
      count: t.exposeInt('count', { description: 'How many.' }),
    }),
  });
  const advanced = builder.objectRef<AdvancedClockView>('AdvancedClock').implement({
    description: 'A clock that was moved, and what fell due meanwhile.',
    fields: (t) => ({
      now: t.expose('now', { type: 'DateTime', description: 'What it shows.' }),
      aheadSeconds: t.exposeInt('ahead_seconds', {
        description: 'How many seconds it is ahead of real time.',
      }),
      from: t.expose('from', { type: 'DateTime', description: 'What it showed before.' }),
      cursorBefore: t.exposeString('cursor_before', { description: 'The end of the feed before it moved.' }),
      cursorAfter: t.exposeString('cursor_after', {
        description: 'The end of the feed after everything that fell due.',
      }),
      counts: t.expose('counts', {
        type: [count],
        description: 'How many events fell due, by type.',
        extensions: atMost(eventTypes.length),
      }),
      events: t.expose('events', {
        type: [EventObject],
        description: 'The first 100 events that fell due, oldest first.',
        extensions: atMost(SHOWN_EVENTS_MAX),
      }),
    }),
  });
  return { clock, advanced };
}
