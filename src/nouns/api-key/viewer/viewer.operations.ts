import { CURRENCIES } from '../../../kernel/currency.ts';
import { SETTLEMENT_PERIOD_DAYS } from '../../partner/settlement-period.ts';
import { defineRealTimeQuery } from '../../../pipeline/operation.ts';
import { requireGenuineKey } from '../proven-api-keys.ts';
import { presentApiKey } from '../api-key.present.ts';
import { SCOPES } from '../../../kernel/caller.ts';
import { trustedOperator } from '../../operator/find-operator.ts';
import { presentOperator } from '../../operator/operator.present.ts';
import { findPartner } from '../../partner/partner.operations.ts';

/** The caller: its partner, its key and its scopes. */
export const getViewer = defineRealTimeQuery({
  name: 'getViewer',
  readsMany: false,
  roles: ['partner', 'operator'],
  async run(context) {
    const { caller, db, rowMacs, vault } = context;
    const partner = caller.partnerId === null ? null : await findPartner(context, caller.partnerId);
    const row = await db
      .selectFrom('api_key')
      .selectAll()
      .where('id', '=', caller.keyId ?? '')
      .executeTakeFirst();
    if (row !== undefined) requireGenuineKey(rowMacs, row);
    const person = caller.operatorId === null ? null : await trustedOperator(db, rowMacs, caller.operatorId);
    return {
      partner,
      operator: person === null ? null : presentOperator(person, vault),
      scopes: SCOPES.filter((scope) => caller.scopes.has(scope)),
      key: row === undefined ? null : presentApiKey(row),
      currencies: partner?.currencies ?? [...CURRENCIES],
      settlement_period: SETTLEMENT_PERIOD_DAYS,
      account_rates_required: partner?.account_rates === 'required',
    };
  },
});

export type ViewerView = Awaited<ReturnType<typeof getViewer.run>>;
