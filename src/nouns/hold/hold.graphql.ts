import { nameOf } from '../api-key/viewer/actor-name.graphql.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { defineConnection } from '../../pipeline/graphql-kit/connection.ts';
import { argumentsFromZod } from '../../pipeline/graphql-kit/input-from-zod.ts';
import { listField } from '../../pipeline/graphql-kit/list-field.ts';
import { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import { enumOf } from '../../pipeline/graphql-kit/enum.ts';
import { nodeFinder, NodeInterface } from '../../pipeline/graphql-kit/node.ts';
import { commandField } from '../../pipeline/graphql-kit/run-operation.ts';
import { shownBy } from '../../pipeline/graphql-kit/shown-by.ts';
import { countHolds, listHolds } from './hold-list.operations.ts';
import { HOLD_FILTERS, HoldInput } from './hold.input.ts';
import { getHold, liftHold, placeHold } from './hold.operations.ts';
import { HoldView } from './hold.present.ts';
import { HOLD_MEANINGS } from './hold.rules.ts';
import { commandOn } from '../../pipeline/graphql-kit/command-of.ts';
import { objectNamed } from '../../pipeline/graphql-kit/object.ts';

export const HoldObject = objectNamed<HoldView>('Hold');

export const holdNode = nodeFinder('hld', getHold, (hold_id) => ({ hold_id }));

const HoldKindEnum = enumOf('HoldKind', 'What a hold stops.', HOLD_MEANINGS);

/** Holds, for operators. No partner sees one. */
export function defineHold(builder: Builder): void {
  defineType(builder);
  defineQuery(builder);
  defineMutations(builder);
}

function defineType(builder: Builder): void {
  const person = 'The name of the person; if the key belongs to no person, the name of the key.';
  builder.objectType(HoldObject, {
    description:
      'While it stands, nothing that it holds is approved, paid out or refunded. Repayments, reversals and denials go on.',
    extensions: shownBy(HoldView),
    interfaces: [NodeInterface],
    fields: (t) => ({
      id: t.exposeID('hold_id'),
      kind: t.expose('kind', { type: HoldKindEnum }),
      objectId: t.exposeID('object_id', { nullable: true }),
      reason: t.exposeString('reason'),
      placedByName: t.string(nameOf('placed_by', person)),
      placedAt: t.expose('placed_at', { type: 'DateTime' }),
      liftedByName: t.string(nameOf('lifted_by', person)),
      liftedAt: t.expose('lifted_at', { type: 'DateTime', nullable: true }),
      liftReason: t.exposeString('lift_reason', { nullable: true }),
      damaged: t.exposeBoolean('is_damaged'),
    }),
  });
}

function defineQuery(builder: Builder): void {
  const holds = defineConnection(builder, 'Hold', HoldObject);
  const filter = listFilter(builder, {
    name: 'HoldFilter',
    of: 'holds',
    rows: HOLD_FILTERS,
    isByPartner: false,
  });
  builder.queryField('holds', (t) =>
    t.field({
      type: holds,
      description: 'Holds, including lifted ones, newest first. For operators.',
      ...listField(builder, {
        prefix: 'hld',
        list: listHolds,
        count: countHolds,
        filter,
        idsOf: () => ({}),
      }),
    }),
  );
}

function defineMutations(builder: Builder): void {
  builder.mutationFields((t) => ({
    hold: t.field({
      type: HoldObject,
      description:
        'Holds a settlement, all settlements of a customer or a partner, or all: no approval, payout or refund (`on_hold`) until it is lifted. The partner learns nothing of it. For operators.',
      args: {
        id: t.arg.id({
          required: false,
          description: 'The settlement, customer or partner; absent for the kind ALL.',
        }),
        ...argumentsFromZod(builder, HoldInput),
      },
      ...commandField(placeHold, ({ id, ...args }) => ({
        ids: { object_id: typeof id === 'string' ? id : null },
        input: args,
      })),
    }),
    liftHold: t.field({
      type: HoldObject,
      description: 'Lifts a hold. What it stopped can go on, unless another hold stands. For operators.',
      ...commandOn(builder, liftHold, 'hold_id'),
    }),
  }));
}
