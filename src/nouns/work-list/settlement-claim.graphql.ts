import { actorNameField } from '../api-key/viewer/actor-name.graphql.ts';
import { listActorNames } from '../api-key/viewer/actor-names.operations.ts';
import { idOf } from '../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { defineLoader } from '../../pipeline/graphql-kit/loader.ts';
import { operatorOnly } from '../../pipeline/graphql-kit/operator-only.ts';
import { commandField, idArgument, runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import { SettlementObject } from '../settlement/edges/settlement-type.graphql.ts';
import {
  claimInstantSettlement,
  type ClaimView,
  listSettlementClaims,
  releaseInstantSettlement,
} from './settlement-claim.operations.ts';
import { commandOn } from '../../pipeline/graphql-kit/command-of.ts';

/** Loads the claims on all settlements of a page in one query. */
const claimOn = defineLoader<ClaimView>((context, funding_ids) =>
  runQuery(context, listSettlementClaims, { ids: {}, input: { funding_ids } }),
);

/** Who is looking at a settlement: its field, and the mutations that begin and end a claim. */
export function defineClaims(builder: Builder): void {
  const claim = builder.objectRef<ClaimView>('InstantSettlementClaim').implement({
    description:
      'Who works on a settlement, so that two people do not decide on the same one. A claim blocks no operation.',
    fields: (t) => ({
      actorName: t.string({
        ...actorNameField,
        description: 'The name of the person; if the key belongs to no person, the name of the key.',
        extensions: runs(listActorNames),
      }),
      mine: t.exposeBoolean('mine', { description: 'Whether the claim is your own.' }),
      expiresAt: t.expose('expires_at', {
        type: 'DateTime',
        description: 'When the claim ends if it is not renewed, in UTC.',
      }),
    }),
  });
  builder.objectField(SettlementObject, 'claim', (t) =>
    t.field({
      type: claim,
      nullable: true,
      description: 'Null if no operator has claimed it.',
      extensions: { ...operatorOnly, ...runs(listSettlementClaims) },
      resolve: ({ funding_id }, _args, context) => claimOn(context, funding_id),
    }),
  );
  builder.mutationFields((t) => ({
    claimInstantSettlement: t.field({
      type: claim,
      description:
        'Claims a settlement for 15 minutes, or renews your claim. If another person has claimed it, the result shows that claim. For operators.',
      args: {
        id: t.arg.id(idOf('funding_id')),
        takeOver: t.arg.boolean({ description: 'Whether to end the claim of another person.' }),
      },
      ...commandField(claimInstantSettlement, (args) => ({
        ids: { funding_id: idArgument(args, 'id') },
        input: { take_over: args['takeOver'] },
      })),
    }),
    releaseInstantSettlement: t.field({
      type: 'Boolean',
      description: 'Ends your own claim; false if there was none. For operators.',
      ...commandOn(builder, releaseInstantSettlement, 'funding_id'),
    }),
  }));
}
