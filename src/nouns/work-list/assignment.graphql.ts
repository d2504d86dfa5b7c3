import { nameOf } from '../api-key/viewer/actor-name.graphql.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { loaderOf } from '../../pipeline/graphql-kit/list-loader.ts';
import { operatorOnly } from '../../pipeline/graphql-kit/operator-only.ts';
import { commandOn } from '../../pipeline/graphql-kit/command-of.ts';
import { SettlementObject } from '../settlement/edges/settlement-type.graphql.ts';
import { assign, type AssignmentView, listAssignments } from './assignment.operations.ts';

/** Loads who is responsible for all settlements of a page in one query. */
const assignmentOf = loaderOf(listAssignments, 'funding_ids');

/** Who is responsible for a settlement: its field, and the mutation that changes it. */
export function defineAssignments(builder: Builder): void {
  const assignment = builder.objectRef<AssignmentView>('Assignment').implement({
    description: 'Who is responsible for a settlement. It blocks no operation.',
    fields: (t) => ({
      operatorId: t.exposeID('actor', { description: 'The id of the operator.' }),
      actorName: t.string(nameOf('actor', 'The name of the operator.')),
      assignedAt: t.expose('assigned_at', { type: 'DateTime', description: 'Since when, in UTC.' }),
    }),
  });
  builder.objectField(SettlementObject, 'assignment', (t) =>
    t.field({
      type: assignment,
      nullable: true,
      description: 'Who is responsible for it; null if no one is.',
      extensions: { ...operatorOnly, ...runs(listAssignments) },
      resolve: ({ funding_id }, _args, context) => assignmentOf(context, funding_id),
    }),
  );
  builder.mutationField('assign', (t) =>
    t.field({
      type: assignment,
      description:
        'Makes an operator responsible for a settlement; without an operator, no one. Returns who is responsible now. For operators.',
      ...commandOn(builder, assign, 'funding_id'),
    }),
  );
}
