import { idOf } from '../../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { argumentsFromZod } from '../../../pipeline/graphql-kit/input-from-zod.ts';
import { commandField, idArgument } from '../../../pipeline/graphql-kit/run-operation.ts';
import type { SettlementIds } from '../find-settlement.ts';
import type { EntryIds, UseStep } from '../operator-step.ts';
import { settlementIdOf } from './settlement.graphql.ts';
import { SettlementObject } from './settlement-type.graphql.ts';

/** Makes a mutation of an operation. Its arguments are the id of a settlement and the members of the input. */
export function defineStep(builder: Builder): UseStep<SettlementIds> {
  return (operation, { does, input }) => {
    builder.mutationField(operation.name, (t) =>
      t.field({
        type: SettlementObject,
        description: `${does} For operators.`,
        args: { id: t.arg.id(idOf('funding_id')), ...argumentsFromZod(builder, input) },
        ...commandField(operation, ({ id, ...args }) => ({ ids: settlementIdOf({ id }), input: args })),
      }),
    );
  };
}

/** Like `defineStep`, for an entry of the journal. */
export function defineEntryStep(builder: Builder): UseStep<EntryIds> {
  return (operation, { does, input }) => {
    builder.mutationField(operation.name, (t) =>
      t.field({
        type: SettlementObject,
        description: `${does} For operators.`,
        args: { entryId: t.arg.id(idOf('entry_id')), ...argumentsFromZod(builder, input) },
        ...commandField(operation, ({ entryId, ...args }) => ({
          ids: { entry_id: idArgument({ entryId }, 'entryId') },
          input: args,
        })),
      }),
    );
  };
}
