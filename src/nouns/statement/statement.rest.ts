import { operationRoute } from '../../pipeline/rest-kit/operation-route.ts';
import type { Route } from '../../pipeline/rest-kit/route.ts';
import { SettlementStatementInput, StatementInput } from './statement.input.ts';
import { readSettlementStatement, readStatement } from './statement.operations.ts';
import { StatementView } from './statement.present.ts';

const shared = { method: 'GET', tag: 'Instant settlements', isList: true, response: StatementView } as const;

export const statementRoutes: readonly Route[] = [
  operationRoute({
    ...shared,
    path: '/v1/instant-settlements/{funding_id}/statement',
    summary: 'The statement of an instant settlement, in the order of the books',
    operation: readSettlementStatement,
    ids: { customer_id: null },
    query: SettlementStatementInput,
  }),
  operationRoute({
    ...shared,
    path: '/v1/statement',
    summary: 'The statement of all instant settlements in a currency, in the order of the books',
    operation: readStatement,
    ids: { owner_id: null },
    query: StatementInput,
  }),
];
