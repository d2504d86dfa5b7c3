import { format } from 'prettier';
import { expect, test } from 'vitest';
import prettierOptions from '../../../../.prettierrc.json' with { type: 'json' };
import { routesOf } from '../../../../src/features.ts';
import { clientSource, methodRows } from '../../../../src/api/rest/typescript/client.ts';
import { KYC_COUNTRIES } from '../../../support/kyc-countries.ts';

/** The client has the rows of a sandbox too. */
const routes = routesOf({ sandbox: true });

const formatted = (text: string) =>
  format(text, { ...prettierOptions, trailingComma: 'all', parser: 'typescript' });

// `npm run docs` writes the files anew.
test('the client has the types and the operations of the REST API as they are now', async () => {
  const { types, operations } = clientSource(routes);
  await expect(await formatted(types)).toMatchFileSnapshot('../../../../src/client/generated/types.ts');
  await expect(await formatted(operations)).toMatchFileSnapshot(
    '../../../../src/client/generated/operations.ts',
  );
});

test('every row that a key may call is one method, named by its noun and its verb', () => {
  const methods = methodRows(routes).map(
    ({ path, route }) => `${path.join('.')} ${route.method} ${route.path}`,
  );
  expect(methods).toEqual([
    'customers.create POST /v1/customers',
    'customers.list GET /v1/customers',
    'customers.get GET /v1/customers/{customer_id}',
    'customers.update PUT /v1/customers/{customer_id}',
    // For each country that has a folder of tests, so that a new country changes no line here.
    ...KYC_COUNTRIES.flatMap(({ code }) => [
      `kyc.${code}.get GET /v1/kyc/${code}/{customer_id}`,
      `kyc.${code}.update PUT /v1/kyc/${code}/{customer_id}`,
    ]),
    'kyc.documents.upload POST /v1/kyc/documents/{customer_id}',
    'kyc.documents.list GET /v1/kyc/documents/{customer_id}',
    'kyc.documents.get GET /v1/kyc/documents/{customer_id}/{document_id}',
    'instantSettlements.create POST /v1/instant-settlements',
    'instantSettlements.list GET /v1/instant-settlements',
    'instantSettlements.get GET /v1/instant-settlements/{funding_id}',
    'customers.listInstantSettlements GET /v1/customers/{customer_id}/instant-settlements',
    'customers.getInstantSettlement GET /v1/customers/{customer_id}/instant-settlements/{funding_id}',
    'instantSettlements.decide PUT /v1/instant-settlements/{funding_id}/decision',
    'instantSettlements.reportRepayment POST /v1/instant-settlements/{funding_id}/repayments',
    'instantSettlements.listRepayments GET /v1/instant-settlements/{funding_id}/repayments',
    'repayments.get GET /v1/repayments/{repayment_id}',
    'repayments.cancel POST /v1/repayments/{repayment_id}/cancel',
    'instantSettlements.readStatement GET /v1/instant-settlements/{funding_id}/statement',
    'statement.read GET /v1/statement',
    'events.readFeed GET /v1/events',
    'webhookEndpoints.create POST /v1/webhook-endpoints',
    'webhookEndpoints.list GET /v1/webhook-endpoints',
    'webhookEndpoints.get GET /v1/webhook-endpoints/{webhook_endpoint_id}',
    'webhookEndpoints.update PUT /v1/webhook-endpoints/{webhook_endpoint_id}',
    'webhookEndpoints.delete DELETE /v1/webhook-endpoints/{webhook_endpoint_id}',
    'webhookEndpoints.rotateSecret POST /v1/webhook-endpoints/{webhook_endpoint_id}/rotate-secret',
    'webhookEndpoints.test POST /v1/webhook-endpoints/{webhook_endpoint_id}/test',
    'webhookEndpoints.replayEvents POST /v1/webhook-endpoints/{webhook_endpoint_id}/replay',
    'webhookEndpoints.listDeliveries GET /v1/webhook-endpoints/{webhook_endpoint_id}/deliveries',
    'webhookDeliveries.get GET /v1/webhook-deliveries/{webhook_delivery_id}',
    'webhookDeliveries.retry POST /v1/webhook-deliveries/{webhook_delivery_id}/retry',
    'sandbox.clock.get GET /v1/sandbox/clock',
    'sandbox.clock.advance POST /v1/sandbox/clock',
    'sandbox.instantSettlements.simulateSales POST /v1/sandbox/instant-settlements/{funding_id}/sales',
    'sandbox.instantSettlements.simulateEvent POST /v1/sandbox/instant-settlements/{funding_id}/{event}',
    'sandbox.kyc.simulateEvent POST /v1/sandbox/kyc/{customer_id}/{event}',
    'sandbox.repayments.simulateEvent POST /v1/sandbox/repayments/{repayment_id}/{event}',
    'sandbox.settings.update PUT /v1/sandbox/settings',
    'sandbox.partners.create POST /v1/sandbox/partners',
    'sandbox.reset POST /v1/sandbox/reset',
    'sandbox.webhookEndpoints.send POST /v1/sandbox/webhook-endpoints/{webhook_endpoint_id}/send',
  ]);
});
