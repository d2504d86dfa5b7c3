import { nameOf } from '../api-key/viewer/actor-name.graphql.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { loaderOf } from '../../pipeline/graphql-kit/list-loader.ts';
import { operatorOnly } from '../../pipeline/graphql-kit/operator-only.ts';
import { SettlementObject } from '../settlement/edges/settlement-type.graphql.ts';
import {
  claimInstantSettlement,
  type ClaimView,
  listSettlementClaims,
  releaseInstantSettlement,
} from './settlement-claim.operations.ts';
import { commandOn } from '../../pipeline/graphql-kit/command-of.ts';

/** Loads the claims on all settlements of a page in one query. */
const claimOn = loaderOf(listSettlementClaims, 'funding_ids');

/** Who is looking at a settlement: its field, and the mutations that begin and end a claim. */
export function defineClaims(builder: Builder): void {
  const claim = builder.objectRef<ClaimView>('InstantSettlementClaim').implement({
    description:
      'Who works on a settlement, so that two people do not decide on the same one. A claim blocks no operation.',
    fields: (t) => ({
      actorName: t.string(
        nameOf('actor', 'The name of the person; if the key belongs to no person, the name of the key.'),
      ),
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
      ...commandOn(builder, claimInstantSettlement, 'funding_id'),
    }),
    releaseInstantSettlement: t.field({
      type: 'Boolean',
      description: 'Ends your own claim; false if there was none. For operators.',
      ...commandOn(builder, releaseInstantSettlement, 'funding_id'),
    }),
  }));
}
