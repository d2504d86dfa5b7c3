/* Made by `npm run docs` from the rows and the schemas of the REST API. */

import type { Http } from '../http.ts';
import type { CallOptions, WriteOptions } from '../options.ts';
import { type Upload, uploadForm } from '../upload.ts';
import type {
  AdvanceClockInput,
  AdvancedClock,
  CreateCustomerInput,
  CreateInstantSettlementInput,
  CreateWebhookEndpointInput,
  Customer,
  DecisionInput,
  DeletedWebhookEndpoint,
  Document,
  DocumentsByType,
  EventPage,
  InstantSettlement,
  InstantSettlementSummary,
  KycInput,
  KycPlayInput,
  KycRecord,
  ListCustomersQuery,
  ListInstantSettlementsCustomersQuery,
  ListInstantSettlementsQuery,
  ListRepaymentsQuery,
  ListWebhookDeliveriesQuery,
  ListWebhookEndpointsQuery,
  NewSandboxPartner,
  ReadEventFeedQuery,
  ReadSettlementStatementQuery,
  ReadStatementQuery,
  Repayment,
  RepaymentPlayInput,
  ReplayWebhookEventsInput,
  ReportRepaymentInput,
  RotateWebhookSecretInput,
  SalesInput,
  SandboxClock,
  SandboxPartner,
  SandboxReset,
  SandboxSettingsInput,
  SendExampleInput,
  SettlementPlayInput,
  SimulatedKyc,
  SimulatedSales,
  Statement,
  UpdateCustomerInput,
  UpdateWebhookEndpointInput,
  UploadedDocuments,
  WebhookDelivery,
  WebhookDeliverySummary,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookReplay,
  WebhookTest,
} from './types.ts';

export const createOperations = ({ send, list }: Http) => ({
  customers: {
    /** Create a customer, and its KYC record with it. `POST /v1/customers` */
    create: (body: CreateCustomerInput, options?: WriteOptions) =>
      send<Customer>({ method: 'POST', path: '/v1/customers', body }, options),
    /** List the customers, newest first. `GET /v1/customers` */
    list: (query: ListCustomersQuery = {}, options?: CallOptions) =>
      list<Customer>({ method: 'GET', path: '/v1/customers', query }, options),
    /** Retrieve a customer. `GET /v1/customers/{customer_id}` */
    get: (customerId: string, options?: CallOptions) =>
      send<Customer>({ method: 'GET', path: '/v1/customers/{customer_id}', ids: [customerId] }, options),
    /** Replace the properties of a customer. `PUT /v1/customers/{customer_id}` */
    update: (customerId: string, body: UpdateCustomerInput, options?: WriteOptions) =>
      send<Customer>(
        { method: 'PUT', path: '/v1/customers/{customer_id}', ids: [customerId], body },
        options,
      ),
    /** List the instant settlements of a customer, newest first. `GET /v1/customers/{customer_id}/instant-settlements` */
    listInstantSettlements: (
      customerId: string,
      query: ListInstantSettlementsCustomersQuery = {},
      options?: CallOptions,
    ) =>
      list<InstantSettlementSummary>(
        { method: 'GET', path: '/v1/customers/{customer_id}/instant-settlements', ids: [customerId], query },
        options,
      ),
    /** Retrieve an instant settlement of a customer. `GET /v1/customers/{customer_id}/instant-settlements/{funding_id}` */
    getInstantSettlement: (customerId: string, fundingId: string, options?: CallOptions) =>
      send<InstantSettlement>(
        {
          method: 'GET',
          path: '/v1/customers/{customer_id}/instant-settlements/{funding_id}',
          ids: [customerId, fundingId],
        },
        options,
      ),
  },
  kyc: {
    hk: {
      /** Retrieve the KYC record of a customer in Hong Kong. `GET /v1/kyc/hk/{customer_id}` */
      get: (customerId: string, options?: CallOptions) =>
        send<KycRecord>({ method: 'GET', path: '/v1/kyc/hk/{customer_id}', ids: [customerId] }, options),
      /** Replace the KYC information of a customer in Hong Kong. `PUT /v1/kyc/hk/{customer_id}` */
      update: (customerId: string, body: KycInput, options?: WriteOptions) =>
        send<KycRecord>(
          { method: 'PUT', path: '/v1/kyc/hk/{customer_id}', ids: [customerId], body },
          options,
        ),
    },
    my: {
      /** Retrieve the KYC record of a customer in Malaysia. `GET /v1/kyc/my/{customer_id}` */
      get: (customerId: string, options?: CallOptions) =>
        send<KycRecord>({ method: 'GET', path: '/v1/kyc/my/{customer_id}', ids: [customerId] }, options),
      /** Replace the KYC information of a customer in Malaysia. `PUT /v1/kyc/my/{customer_id}` */
      update: (customerId: string, body: KycInput, options?: WriteOptions) =>
        send<KycRecord>(
          { method: 'PUT', path: '/v1/kyc/my/{customer_id}', ids: [customerId], body },
          options,
        ),
    },
    documents: {
      /** Upload all files of one document type, replacing those before. `POST /v1/kyc/documents/{customer_id}` */
      upload: (customerId: string, upload: Upload, options?: CallOptions) =>
        send<UploadedDocuments>(
          {
            method: 'POST',
            path: '/v1/kyc/documents/{customer_id}',
            ids: [customerId],
            form: () => uploadForm(upload),
          },
          options,
        ),
      /** List the documents of a customer by document type. `GET /v1/kyc/documents/{customer_id}` */
      list: (customerId: string, options?: CallOptions) =>
        send<DocumentsByType>(
          { method: 'GET', path: '/v1/kyc/documents/{customer_id}', ids: [customerId] },
          options,
        ),
      /** Retrieve a document and a URL to download it with. `GET /v1/kyc/documents/{customer_id}/{document_id}` */
      get: (customerId: string, documentId: string, options?: CallOptions) =>
        send<Document>(
          {
            method: 'GET',
            path: '/v1/kyc/documents/{customer_id}/{document_id}',
            ids: [customerId, documentId],
          },
          options,
        ),
    },
  },
  instantSettlements: {
    /** Request funding for a customer. `POST /v1/instant-settlements` */
    create: (body: CreateInstantSettlementInput, options?: WriteOptions) =>
      send<InstantSettlement>({ method: 'POST', path: '/v1/instant-settlements', body }, options),
    /** List the instant settlements of all customers, newest first. `GET /v1/instant-settlements` */
    list: (query: ListInstantSettlementsQuery = {}, options?: CallOptions) =>
      list<InstantSettlementSummary>({ method: 'GET', path: '/v1/instant-settlements', query }, options),
    /** Retrieve an instant settlement. `GET /v1/instant-settlements/{funding_id}` */
    get: (fundingId: string, options?: CallOptions) =>
      send<InstantSettlement>(
        { method: 'GET', path: '/v1/instant-settlements/{funding_id}', ids: [fundingId] },
        options,
      ),
    /** Accept or reject an offer. `PUT /v1/instant-settlements/{funding_id}/decision` */
    decide: (fundingId: string, body: DecisionInput, options?: WriteOptions) =>
      send<InstantSettlement>(
        { method: 'PUT', path: '/v1/instant-settlements/{funding_id}/decision', ids: [fundingId], body },
        options,
      ),
    /** Report a repayment of a settlement. `POST /v1/instant-settlements/{funding_id}/repayments` */
    reportRepayment: (fundingId: string, body: ReportRepaymentInput, options?: WriteOptions) =>
      send<Repayment>(
        { method: 'POST', path: '/v1/instant-settlements/{funding_id}/repayments', ids: [fundingId], body },
        options,
      ),
    /** List the repayments of a settlement, newest first. `GET /v1/instant-settlements/{funding_id}/repayments` */
    listRepayments: (fundingId: string, query: ListRepaymentsQuery = {}, options?: CallOptions) =>
      list<Repayment>(
        { method: 'GET', path: '/v1/instant-settlements/{funding_id}/repayments', ids: [fundingId], query },
        options,
      ),
    /** The statement of an instant settlement, in the order of the books. `GET /v1/instant-settlements/{funding_id}/statement` */
    readStatement: (fundingId: string, query: ReadSettlementStatementQuery = {}, options?: CallOptions) =>
      send<Statement>(
        { method: 'GET', path: '/v1/instant-settlements/{funding_id}/statement', ids: [fundingId], query },
        options,
      ),
  },
  repayments: {
    /** Retrieve a repayment. `GET /v1/repayments/{repayment_id}` */
    get: (repaymentId: string, options?: CallOptions) =>
      send<Repayment>({ method: 'GET', path: '/v1/repayments/{repayment_id}', ids: [repaymentId] }, options),
    /** Cancel a repayment that you reported. `POST /v1/repayments/{repayment_id}/cancel` */
    cancel: (repaymentId: string, options?: WriteOptions) =>
      send<Repayment>(
        { method: 'POST', path: '/v1/repayments/{repayment_id}/cancel', ids: [repaymentId] },
        options,
      ),
  },
  statement: {
    /** The statement of all instant settlements in a currency, in the order of the books. `GET /v1/statement` */
    read: (query: ReadStatementQuery = {}, options?: CallOptions) =>
      send<Statement>({ method: 'GET', path: '/v1/statement', query }, options),
  },
  events: {
    /** Follow what happens to your records, oldest first. `GET /v1/events` */
    readFeed: (query: ReadEventFeedQuery = {}, options?: CallOptions) =>
      send<EventPage>({ method: 'GET', path: '/v1/events', query }, options),
  },
  webhookEndpoints: {
    /** Create a webhook endpoint; its secret is shown only once. `POST /v1/webhook-endpoints` */
    create: (body: CreateWebhookEndpointInput, options?: WriteOptions) =>
      send<WebhookEndpointWithSecret>({ method: 'POST', path: '/v1/webhook-endpoints', body }, options),
    /** List the webhook endpoints, newest first. `GET /v1/webhook-endpoints` */
    list: (query: ListWebhookEndpointsQuery = {}, options?: CallOptions) =>
      list<WebhookEndpoint>({ method: 'GET', path: '/v1/webhook-endpoints', query }, options),
    /** Retrieve a webhook endpoint. `GET /v1/webhook-endpoints/{webhook_endpoint_id}` */
    get: (webhookEndpointId: string, options?: CallOptions) =>
      send<WebhookEndpoint>(
        { method: 'GET', path: '/v1/webhook-endpoints/{webhook_endpoint_id}', ids: [webhookEndpointId] },
        options,
      ),
    /** Replace the properties of a webhook endpoint, enable or disable it. `PUT /v1/webhook-endpoints/{webhook_endpoint_id}` */
    update: (webhookEndpointId: string, body: UpdateWebhookEndpointInput, options?: WriteOptions) =>
      send<WebhookEndpoint>(
        {
          method: 'PUT',
          path: '/v1/webhook-endpoints/{webhook_endpoint_id}',
          ids: [webhookEndpointId],
          body,
        },
        options,
      ),
    /** Delete a webhook endpoint. `DELETE /v1/webhook-endpoints/{webhook_endpoint_id}` */
    delete: (webhookEndpointId: string, options?: WriteOptions) =>
      send<DeletedWebhookEndpoint>(
        { method: 'DELETE', path: '/v1/webhook-endpoints/{webhook_endpoint_id}', ids: [webhookEndpointId] },
        options,
      ),
    /** Make another secret, which is shown only once; both sign for a while. `POST /v1/webhook-endpoints/{webhook_endpoint_id}/rotate-secret` */
    rotateSecret: (webhookEndpointId: string, body: RotateWebhookSecretInput = {}, options?: WriteOptions) =>
      send<WebhookEndpointWithSecret>(
        {
          method: 'POST',
          path: '/v1/webhook-endpoints/{webhook_endpoint_id}/rotate-secret',
          ids: [webhookEndpointId],
          body,
        },
        options,
      ),
    /** Send a test event to a webhook endpoint now, once. `POST /v1/webhook-endpoints/{webhook_endpoint_id}/test` */
    test: (webhookEndpointId: string, options?: WriteOptions) =>
      send<WebhookTest>(
        {
          method: 'POST',
          path: '/v1/webhook-endpoints/{webhook_endpoint_id}/test',
          ids: [webhookEndpointId],
        },
        options,
      ),
    /** Deliver events of the feed to a webhook endpoint again. `POST /v1/webhook-endpoints/{webhook_endpoint_id}/replay` */
    replayEvents: (webhookEndpointId: string, body: ReplayWebhookEventsInput, options?: WriteOptions) =>
      send<WebhookReplay>(
        {
          method: 'POST',
          path: '/v1/webhook-endpoints/{webhook_endpoint_id}/replay',
          ids: [webhookEndpointId],
          body,
        },
        options,
      ),
    /** List the deliveries to a webhook endpoint, newest first. `GET /v1/webhook-endpoints/{webhook_endpoint_id}/deliveries` */
    listDeliveries: (
      webhookEndpointId: string,
      query: ListWebhookDeliveriesQuery = {},
      options?: CallOptions,
    ) =>
      list<WebhookDeliverySummary>(
        {
          method: 'GET',
          path: '/v1/webhook-endpoints/{webhook_endpoint_id}/deliveries',
          ids: [webhookEndpointId],
          query,
        },
        options,
      ),
  },
  webhookDeliveries: {
    /** Retrieve a webhook delivery with its attempts. `GET /v1/webhook-deliveries/{webhook_delivery_id}` */
    get: (webhookDeliveryId: string, options?: CallOptions) =>
      send<WebhookDelivery>(
        { method: 'GET', path: '/v1/webhook-deliveries/{webhook_delivery_id}', ids: [webhookDeliveryId] },
        options,
      ),
    /** Send a webhook delivery once more. `POST /v1/webhook-deliveries/{webhook_delivery_id}/retry` */
    retry: (webhookDeliveryId: string, options?: WriteOptions) =>
      send<WebhookDeliverySummary>(
        {
          method: 'POST',
          path: '/v1/webhook-deliveries/{webhook_delivery_id}/retry',
          ids: [webhookDeliveryId],
        },
        options,
      ),
  },
  sandbox: {
    clock: {
      /** Retrieve your clock. `GET /v1/sandbox/clock` */
      get: (options?: CallOptions) =>
        send<SandboxClock>({ method: 'GET', path: '/v1/sandbox/clock' }, options),
      /** Move your clock forward, and do what falls due meanwhile. `POST /v1/sandbox/clock` */
      advance: (body: AdvanceClockInput, options?: WriteOptions) =>
        send<AdvancedClock>({ method: 'POST', path: '/v1/sandbox/clock', body }, options),
    },
    instantSettlements: {
      /** Pay a settlement back by a share of the sales of a day. `POST /v1/sandbox/instant-settlements/{funding_id}/sales` */
      simulateSales: (fundingId: string, body: SalesInput, options?: WriteOptions) =>
        send<SimulatedSales>(
          {
            method: 'POST',
            path: '/v1/sandbox/instant-settlements/{funding_id}/sales',
            ids: [fundingId],
            body,
          },
          options,
        ),
      /** Do what others do with a settlement: approve, deny, withdraw, disburse, return, revoke, repay, waive, extend, write-off, refund-excess. `POST /v1/sandbox/instant-settlements/{funding_id}/{event}` */
      simulateEvent: (
        fundingId: string,
        event: string,
        body: SettlementPlayInput = {},
        options?: WriteOptions,
      ) =>
        send<InstantSettlement>(
          {
            method: 'POST',
            path: '/v1/sandbox/instant-settlements/{funding_id}/{event}',
            ids: [fundingId, event],
            body,
          },
          options,
        ),
    },
    kyc: {
      /** Do what others do with a KYC record: complete, request-document, name-hit. `POST /v1/sandbox/kyc/{customer_id}/{event}` */
      simulateEvent: (customerId: string, event: string, body: KycPlayInput = {}, options?: WriteOptions) =>
        send<SimulatedKyc>(
          { method: 'POST', path: '/v1/sandbox/kyc/{customer_id}/{event}', ids: [customerId, event], body },
          options,
        ),
    },
    repayments: {
      /** Do what others do with a repayment: confirm, decline, reverse. `POST /v1/sandbox/repayments/{repayment_id}/{event}` */
      simulateEvent: (
        repaymentId: string,
        event: string,
        body: RepaymentPlayInput = {},
        options?: WriteOptions,
      ) =>
        send<Repayment>(
          {
            method: 'POST',
            path: '/v1/sandbox/repayments/{repayment_id}/{event}',
            ids: [repaymentId, event],
            body,
          },
          options,
        ),
    },
    settings: {
      /** Change your settings. `PUT /v1/sandbox/settings` */
      update: (body: SandboxSettingsInput, options?: WriteOptions) =>
        send<SandboxPartner>({ method: 'PUT', path: '/v1/sandbox/settings', body }, options),
    },
    partners: {
      /** Make another partner with a key; both end after 24 hours. `POST /v1/sandbox/partners` */
      create: (body: SandboxSettingsInput = {}, options?: WriteOptions) =>
        send<NewSandboxPartner>({ method: 'POST', path: '/v1/sandbox/partners', body }, options),
    },
    /** Begin anew: a new, empty partner gets your keys and settings. `POST /v1/sandbox/reset` */
    reset: (options?: WriteOptions) =>
      send<SandboxReset>({ method: 'POST', path: '/v1/sandbox/reset' }, options),
    webhookEndpoints: {
      /** Send an example of an event to a webhook endpoint now, once. `POST /v1/sandbox/webhook-endpoints/{webhook_endpoint_id}/send` */
      send: (webhookEndpointId: string, body: SendExampleInput, options?: WriteOptions) =>
        send<WebhookTest>(
          {
            method: 'POST',
            path: '/v1/sandbox/webhook-endpoints/{webhook_endpoint_id}/send',
            ids: [webhookEndpointId],
            body,
          },
          options,
        ),
    },
  },
});

/** A method for each operation of the REST API. */
export type Operations = ReturnType<typeof createOperations>;
