import { nameOf } from '../api-key/viewer/actor-name.graphql.ts';
import { CustomerObject } from '../customer/customer.graphql.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { runs, upTo } from '../../pipeline/graphql-kit/field-facts.ts';
import { argumentsFromZod } from '../../pipeline/graphql-kit/input-from-zod.ts';
import { loaderOf } from '../../pipeline/graphql-kit/list-loader.ts';
import { operatorOnly } from '../../pipeline/graphql-kit/operator-only.ts';
import { commandField, idArgument } from '../../pipeline/graphql-kit/run-operation.ts';
import { SettlementObject } from '../settlement/edges/settlement-type.graphql.ts';
import {
  listSnoozes,
  snooze,
  SNOOZE_REASON_SIZE,
  SnoozeInput,
  type SnoozeView,
  wake,
} from './snooze.operations.ts';

/** Loads the snoozes of all records of a page in one query. */
const snoozeOf = loaderOf(listSnoozes, 'about');

/** The snooze of a settlement or a customer: its fields, and the mutations that begin and end it. */
export function defineSnoozes(builder: Builder): void {
  const type = defineType(builder);
  const field = {
    type,
    nullable: true,
    description: 'Its snooze; null if it is awake.',
    extensions: { ...operatorOnly, ...runs(listSnoozes) },
  } as const;
  builder.objectField(SettlementObject, 'snooze', (t) =>
    t.field({ ...field, resolve: ({ funding_id }, _args, context) => snoozeOf(context, funding_id) }),
  );
  builder.objectField(CustomerObject, 'snooze', (t) =>
    t.field({ ...field, resolve: ({ customer_id }, _args, context) => snoozeOf(context, customer_id) }),
  );
  const id = { required: true, description: 'The id of the settlement or of the customer.' } as const;
  builder.mutationFields((t) => ({
    snooze: t.field({
      type,
      description:
        'Snoozes a settlement or a customer until a moment. It wakes before, if the status of the settlement or the KYC record changes. For operators.',
      args: { id: t.arg.id(id), ...argumentsFromZod(builder, SnoozeInput) },
      ...commandField(snooze, (args) => ({
        ids: { about: idArgument(args, 'id') },
        input: { until: args['until'], reason: args['reason'] },
      })),
    }),
    wake: t.boolean({
      description: 'Ends the snooze of a settlement or a customer; false if it was awake. For operators.',
      args: { id: t.arg.id(id) },
      ...commandField(wake, (args) => ({ ids: { about: idArgument(args, 'id') }, input: {} })),
    }),
  }));
}

const defineType = (builder: Builder) =>
  builder.objectRef<SnoozeView>('Snooze').implement({
    description:
      'Why a settlement or a customer waits, and until when. Lists of work can hide it; it blocks no operation.',
    fields: (t) => ({
      until: t.expose('until', { type: 'DateTime', description: 'When it ends by itself, in UTC.' }),
      reason: t.string({
        description: 'Why it waits.',
        extensions: upTo(SNOOZE_REASON_SIZE),
        resolve({ reason }) {
          if (reason instanceof Error) throw reason;
          return reason;
        },
      }),
      actorName: t.string(
        nameOf(
          'actor',
          'The name of the person who snoozed it; if the key belongs to no person, that of the key.',
        ),
      ),
      snoozedAt: t.expose('snoozed_at', { type: 'DateTime', description: 'Since when, in UTC.' }),
    }),
  });
