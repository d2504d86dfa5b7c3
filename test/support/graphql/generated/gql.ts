/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  fragment RepaymentFields on Repayment {\n    id\n    fundingId\n    customerId\n    currency\n    amount\n    receivedOn\n    source\n    reference\n    status\n    allocated {\n      principal\n      fee\n      excess\n      recovery\n    }\n    reported {\n      amount\n      receivedOn\n      reference\n    }\n    reversal {\n      reversedOn\n      kind\n      reason\n    }\n    declineReason\n    createdAt\n    updatedAt\n  }\n": typeof types.RepaymentFieldsFragmentDoc,
    "\n  mutation ReportRepayment($id: ID!, $input: ReportRepaymentInput!) {\n    reportRepayment(id: $id, input: $input) {\n      ...RepaymentFields\n    }\n  }\n": typeof types.ReportRepaymentDocument,
    "\n  mutation CancelRepayment($id: ID!) {\n    cancelRepayment(id: $id) {\n      ...RepaymentFields\n    }\n  }\n": typeof types.CancelRepaymentDocument,
    "\n  query GetRepayment($id: ID!) {\n    repayment(id: $id) {\n      ...RepaymentFields\n    }\n  }\n": typeof types.GetRepaymentDocument,
    "\n  query ListRepayments($first: Int, $after: String, $filter: RepaymentFilter) {\n    repayments(first: $first, after: $after, filter: $filter) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      nodes {\n        ...RepaymentFields\n      }\n    }\n  }\n": typeof types.ListRepaymentsDocument,
    "\n  query GetSandboxClock {\n    sandboxClock {\n      now\n      aheadSeconds\n    }\n  }\n": typeof types.GetSandboxClockDocument,
    "\n  mutation AdvanceSandboxClock($input: AdvanceClockInput!) {\n    sandboxAdvanceClock(input: $input) {\n      now\n      aheadSeconds\n      from\n      counts {\n        type\n        count\n      }\n      events {\n        ...EventFields\n      }\n    }\n  }\n": typeof types.AdvanceSandboxClockDocument,
    "\n  mutation PlaySettlement($id: ID!, $event: SandboxSettlementEvent!, $input: SettlementPlayInput) {\n    sandboxSettlementEvent(id: $id, event: $event, input: $input) {\n      ...SettlementFields\n    }\n  }\n": typeof types.PlaySettlementDocument,
    "\n  mutation PlaySales($id: ID!, $input: SalesInput!) {\n    sandboxSales(id: $id, input: $input) {\n      fundingId\n      amount\n      share\n      date\n      repayment {\n        ...RepaymentFields\n      }\n    }\n  }\n": typeof types.PlaySalesDocument,
    "\n  mutation PlayRepayment($id: ID!, $event: SandboxRepaymentEvent!, $input: RepaymentPlayInput) {\n    sandboxRepaymentEvent(id: $id, event: $event, input: $input) {\n      ...RepaymentFields\n    }\n  }\n": typeof types.PlayRepaymentDocument,
    "\n  mutation PlayKyc($customerId: ID!, $event: SandboxKycEvent!, $input: KycPlayInput) {\n    sandboxKyc(customerId: $customerId, event: $event, input: $input) {\n      customerId\n      status\n    }\n  }\n": typeof types.PlayKycDocument,
    "\n  mutation UpdateSandboxSettings($input: UpdatePartnerInput!) {\n    sandboxUpdateSettings(input: $input) {\n      ...SandboxPartnerFields\n    }\n  }\n\n  fragment SandboxPartnerFields on Partner {\n    id\n    name\n    review\n    autoAccept\n    accountRates\n    interestRate {\n      default\n      bands {\n        currency\n        periodDaysMax\n        rate\n      }\n    }\n    currencies\n    offerValidDays\n    autoLimit {\n      currency\n      amount\n    }\n    unknownInput\n    repaymentOrder\n    reportsRepayments\n    dueNoticeDays\n    v1Members\n    createdAt\n    updatedAt\n  }\n": typeof types.UpdateSandboxSettingsDocument,
    "\n  mutation CreateSandboxPartner($input: UpdatePartnerInput) {\n    sandboxCreatePartner(input: $input) {\n      partner {\n        ...SandboxPartnerFields\n      }\n      key {\n        apiKey\n        key {\n          id\n          scopes\n          expiresAt\n        }\n      }\n    }\n  }\n": typeof types.CreateSandboxPartnerDocument,
    "\n  mutation ResetSandbox {\n    sandboxReset {\n      partner {\n        ...SandboxPartnerFields\n      }\n      formerPartnerId\n    }\n  }\n": typeof types.ResetSandboxDocument,
    "\n  mutation SendExample($id: ID!, $type: WebhookEventType!) {\n    sandboxSend(id: $id, type: $type) {\n      webhookDeliveryId\n      eventId\n      outcome\n      httpStatus\n      excerpt\n    }\n  }\n": typeof types.SendExampleDocument,
    "\n  fragment WebhookEndpointFields on WebhookEndpoint {\n    id\n    url\n    description\n    eventTypes\n    ordering\n    status\n    disabledReason\n    lastError\n    lastErrorStatus\n    lastErrorAt\n    createdAt\n    updatedAt\n  }\n": typeof types.WebhookEndpointFieldsFragmentDoc,
    "\n  fragment WebhookDeliveryFields on WebhookDelivery {\n    id\n    webhookEndpointId\n    eventId\n    eventType\n    status\n    attemptCount\n    cursorBefore\n    cursor\n    nextAttemptAt\n    createdAt\n    completedAt\n  }\n": typeof types.WebhookDeliveryFieldsFragmentDoc,
    "\n  mutation CreateWebhookEndpoint($input: CreateWebhookEndpointInput!) {\n    createWebhookEndpoint(input: $input) {\n      secret\n      webhookEndpoint {\n        ...WebhookEndpointFields\n      }\n    }\n  }\n": typeof types.CreateWebhookEndpointDocument,
    "\n  query GetWebhookEndpoint($id: ID!) {\n    webhookEndpoint(id: $id) {\n      ...WebhookEndpointFields\n    }\n  }\n": typeof types.GetWebhookEndpointDocument,
    "\n  query ListWebhookEndpoints($first: Int, $after: String, $before: String, $filter: WebhookEndpointFilter) {\n    webhookEndpoints(first: $first, after: $after, before: $before, filter: $filter) {\n      totalCount\n      pageInfo {\n        endCursor\n      }\n      nodes {\n        ...WebhookEndpointFields\n      }\n    }\n  }\n": typeof types.ListWebhookEndpointsDocument,
    "\n  mutation UpdateWebhookEndpoint($id: ID!, $input: UpdateWebhookEndpointInput!) {\n    updateWebhookEndpoint(id: $id, input: $input) {\n      ...WebhookEndpointFields\n    }\n  }\n": typeof types.UpdateWebhookEndpointDocument,
    "\n  mutation DeleteWebhookEndpoint($id: ID!) {\n    deleteWebhookEndpoint(id: $id) {\n      deletedId\n    }\n  }\n": typeof types.DeleteWebhookEndpointDocument,
    "\n  mutation RotateWebhookSecret($id: ID!, $overlapHours: Int) {\n    rotateWebhookSecret(id: $id, overlapHours: $overlapHours) {\n      secret\n      webhookEndpoint {\n        ...WebhookEndpointFields\n      }\n    }\n  }\n": typeof types.RotateWebhookSecretDocument,
    "\n  mutation TestWebhookEndpoint($id: ID!) {\n    testWebhookEndpoint(id: $id) {\n      webhookDeliveryId\n      eventId\n      outcome\n      httpStatus\n      excerpt\n    }\n  }\n": typeof types.TestWebhookEndpointDocument,
    "\n  mutation ReplayWebhookEvents($id: ID!, $input: ReplayWebhookEventsInput!) {\n    replayWebhookEvents(id: $id, input: $input) {\n      id\n      webhookEndpointId\n      eventCountMax\n      createdAt\n    }\n  }\n": typeof types.ReplayWebhookEventsDocument,
    "\n  query ListWebhookDeliveries(\n    $id: ID!\n    $first: Int\n    $after: String\n    $before: String\n    $filter: WebhookDeliveryFilter\n  ) {\n    webhookEndpoint(id: $id) {\n      deliveries(first: $first, after: $after, before: $before, filter: $filter) {\n        totalCount\n        pageInfo {\n          endCursor\n        }\n        nodes {\n          ...WebhookDeliveryFields\n        }\n      }\n    }\n  }\n": typeof types.ListWebhookDeliveriesDocument,
    "\n  query GetWebhookDelivery($id: ID!) {\n    webhookDelivery(id: $id) {\n      ...WebhookDeliveryFields\n      attempts {\n        id\n        createdAt\n        durationMs\n        outcome\n        httpStatus\n        excerpt\n      }\n    }\n  }\n": typeof types.GetWebhookDeliveryDocument,
    "\n  mutation RetryWebhookDelivery($id: ID!) {\n    retryWebhookDelivery(id: $id) {\n      ...WebhookDeliveryFields\n    }\n  }\n": typeof types.RetryWebhookDeliveryDocument,
    "\n  fragment CustomerFields on Customer {\n    id\n    externalCustomerId\n    contactEmail\n    contactName\n    contactPhone\n    contactCountry\n    companyName\n    companyCountry\n    companySector\n    createdAt\n    updatedAt\n  }\n": typeof types.CustomerFieldsFragmentDoc,
    "\n  fragment KycFields on Kyc {\n    customerId\n    type\n    status\n    legalName\n    registeredAddress {\n      ...AddressFields\n    }\n    operatingAddress {\n      ...AddressFields\n    }\n    website\n    businessRegistrationNumber\n    dateOfIncorporation\n    directorsIdentityNumber {\n      type\n      number\n    }\n    shareholdersIdentityNumber {\n      companyLegalName\n      type\n      number\n    }\n    corporateEntitiesNumber\n    isic\n    isSensitiveBusiness\n    hasComplexStructure\n    hasNamecheckHits\n    namecheckResult\n    providerCompanyScreeningResult\n    providerBatchScreeningResult\n    supportingDocuments {\n      type\n      status\n    }\n    createdAt\n    updatedAt\n  }\n": typeof types.KycFieldsFragmentDoc,
    "\n  fragment AddressFields on Address {\n    addressLine1\n    addressLine2\n    addressLine3\n    postalCode\n    city\n    country\n  }\n": typeof types.AddressFieldsFragmentDoc,
    "\n  fragment SettlementSummaryFields on InstantSettlement {\n    id\n    customerId\n    currency\n    amount\n    accountChargebackRate\n    accountRefundRate\n    settlementPeriod\n    interestRate\n    fee\n    annualRate\n    repaymentOrder\n    status\n    servicing {\n      fundedOn\n      dueOn\n      originalDueOn\n      payBy\n      principalOutstanding\n      feeOutstanding\n      refundReceivable\n      outstanding\n      paid\n      excess\n      reported\n      daysPastDue\n      state\n      writtenOff {\n        principal\n        fee\n        on\n        code\n      }\n      claim\n      closedOn\n    }\n    denialReason\n    offerExpiresAt\n    createdAt\n    updatedAt\n  }\n": typeof types.SettlementSummaryFieldsFragmentDoc,
    "\n  fragment SettlementFields on InstantSettlement {\n    ...SettlementSummaryFields\n    transactions\n  }\n": typeof types.SettlementFieldsFragmentDoc,
    "\n  mutation CreateCustomer($input: CreateCustomerInput!) {\n    createCustomer(input: $input) {\n      ...CustomerFields\n    }\n  }\n": typeof types.CreateCustomerDocument,
    "\n  mutation UpdateCustomer($id: ID!, $input: UpdateCustomerInput!) {\n    updateCustomer(id: $id, input: $input) {\n      ...CustomerFields\n    }\n  }\n": typeof types.UpdateCustomerDocument,
    "\n  query GetCustomer($id: ID!) {\n    customer(id: $id) {\n      ...CustomerFields\n    }\n  }\n": typeof types.GetCustomerDocument,
    "\n  query ListCustomers($first: Int, $after: String, $last: Int, $before: String, $filter: CustomerFilter) {\n    customers(first: $first, after: $after, last: $last, before: $before, filter: $filter) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      nodes {\n        ...CustomerFields\n      }\n    }\n  }\n": typeof types.ListCustomersDocument,
    "\n  query GetKyc($customerId: ID!) {\n    kyc(customerId: $customerId) {\n      ...KycFields\n    }\n  }\n": typeof types.GetKycDocument,
    "\n  mutation UpdateHkKyc($customerId: ID!, $input: HkKycInput!) {\n    updateHkKyc(customerId: $customerId, input: $input) {\n      ...KycFields\n    }\n  }\n": typeof types.UpdateHkKycDocument,
    "\n  mutation UploadDocuments($customerId: ID!, $input: UploadDocumentsInput!) {\n    uploadDocuments(customerId: $customerId, input: $input) {\n      type\n      status\n      files {\n        id\n        filename\n        mimeType\n        warnings\n      }\n    }\n  }\n": typeof types.UploadDocumentsDocument,
    "\n  query GetDocument($id: ID!) {\n    document(id: $id) {\n      id\n      type\n      filename\n      mimeType\n      url\n    }\n  }\n": typeof types.GetDocumentDocument,
    "\n  query ListDocuments($customerId: ID!) {\n    kyc(customerId: $customerId) {\n      ... on Kyc {\n        supportingDocuments {\n          type\n          files {\n            id\n            filename\n            mimeType\n          }\n        }\n      }\n    }\n  }\n": typeof types.ListDocumentsDocument,
    "\n  mutation CreateInstantSettlement($input: CreateInstantSettlementInput!) {\n    createInstantSettlement(input: $input) {\n      ...SettlementFields\n    }\n  }\n": typeof types.CreateInstantSettlementDocument,
    "\n  query GetInstantSettlement($id: ID!) {\n    instantSettlement(id: $id) {\n      ...SettlementFields\n    }\n  }\n": typeof types.GetInstantSettlementDocument,
    "\n  query ListInstantSettlements(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $filter: InstantSettlementFilter\n  ) {\n    instantSettlements(first: $first, after: $after, last: $last, before: $before, filter: $filter) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      nodes {\n        ...SettlementSummaryFields\n      }\n    }\n  }\n": typeof types.ListInstantSettlementsDocument,
    "\n  query ListCustomerSettlements(\n    $customerId: ID!\n    $first: Int\n    $after: String\n    $filter: InstantSettlementFilter\n  ) {\n    customer(id: $customerId) {\n      instantSettlements(first: $first, after: $after, filter: $filter) {\n        totalCount\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          ...SettlementSummaryFields\n        }\n      }\n    }\n  }\n": typeof types.ListCustomerSettlementsDocument,
    "\n  mutation AcceptInstantSettlement($id: ID!) {\n    acceptInstantSettlement(id: $id) {\n      ...SettlementFields\n    }\n  }\n": typeof types.AcceptInstantSettlementDocument,
    "\n  mutation RejectInstantSettlement($id: ID!, $reason: String!) {\n    rejectInstantSettlement(id: $id, reason: $reason) {\n      ...SettlementFields\n    }\n  }\n": typeof types.RejectInstantSettlementDocument,
    "\n  query EventFeed($after: String, $first: Int, $types: [EventType!], $subject: String) {\n    eventFeed(after: $after, first: $first, types: $types, subject: $subject) {\n      events {\n        ...EventFields\n      }\n      nextCursor\n      hasMore\n    }\n  }\n": typeof types.EventFeedDocument,
    "\n  fragment StatementFields on Statement {\n    currency\n    from\n    until\n    knownAt\n    final\n    openingBalance\n    closingBalance\n    items {\n      entryId\n      effectiveOn\n      postedOn\n      recordedAt\n      kind\n      fundingId\n      repaymentId\n      amount\n      balance\n    }\n    nextCursor\n    hasMore\n  }\n": typeof types.StatementFieldsFragmentDoc,
    "\n  query ReadStatement(\n    $currency: String!\n    $from: LocalDate\n    $until: LocalDate\n    $knownAt: DateTime\n    $first: Int\n    $after: String\n  ) {\n    statement(\n      currency: $currency\n      from: $from\n      until: $until\n      knownAt: $knownAt\n      first: $first\n      after: $after\n    ) {\n      ...StatementFields\n    }\n  }\n": typeof types.ReadStatementDocument,
    "\n  query ReadSettlementStatement(\n    $id: ID!\n    $from: LocalDate\n    $until: LocalDate\n    $knownAt: DateTime\n    $first: Int\n    $after: String\n  ) {\n    instantSettlement(id: $id) {\n      statement(from: $from, until: $until, knownAt: $knownAt, first: $first, after: $after) {\n        ...StatementFields\n      }\n    }\n  }\n": typeof types.ReadSettlementStatementDocument,
    "\n  fragment EventFields on Event {\n    id\n    type\n    subject\n    sequence\n    partnerId\n    actor\n    requestId\n    createdAt\n    data\n  }\n": typeof types.EventFieldsFragmentDoc,
};
const documents: Documents = {
    "\n  fragment RepaymentFields on Repayment {\n    id\n    fundingId\n    customerId\n    currency\n    amount\n    receivedOn\n    source\n    reference\n    status\n    allocated {\n      principal\n      fee\n      excess\n      recovery\n    }\n    reported {\n      amount\n      receivedOn\n      reference\n    }\n    reversal {\n      reversedOn\n      kind\n      reason\n    }\n    declineReason\n    createdAt\n    updatedAt\n  }\n": types.RepaymentFieldsFragmentDoc,
    "\n  mutation ReportRepayment($id: ID!, $input: ReportRepaymentInput!) {\n    reportRepayment(id: $id, input: $input) {\n      ...RepaymentFields\n    }\n  }\n": types.ReportRepaymentDocument,
    "\n  mutation CancelRepayment($id: ID!) {\n    cancelRepayment(id: $id) {\n      ...RepaymentFields\n    }\n  }\n": types.CancelRepaymentDocument,
    "\n  query GetRepayment($id: ID!) {\n    repayment(id: $id) {\n      ...RepaymentFields\n    }\n  }\n": types.GetRepaymentDocument,
    "\n  query ListRepayments($first: Int, $after: String, $filter: RepaymentFilter) {\n    repayments(first: $first, after: $after, filter: $filter) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      nodes {\n        ...RepaymentFields\n      }\n    }\n  }\n": types.ListRepaymentsDocument,
    "\n  query GetSandboxClock {\n    sandboxClock {\n      now\n      aheadSeconds\n    }\n  }\n": types.GetSandboxClockDocument,
    "\n  mutation AdvanceSandboxClock($input: AdvanceClockInput!) {\n    sandboxAdvanceClock(input: $input) {\n      now\n      aheadSeconds\n      from\n      counts {\n        type\n        count\n      }\n      events {\n        ...EventFields\n      }\n    }\n  }\n": types.AdvanceSandboxClockDocument,
    "\n  mutation PlaySettlement($id: ID!, $event: SandboxSettlementEvent!, $input: SettlementPlayInput) {\n    sandboxSettlementEvent(id: $id, event: $event, input: $input) {\n      ...SettlementFields\n    }\n  }\n": types.PlaySettlementDocument,
    "\n  mutation PlaySales($id: ID!, $input: SalesInput!) {\n    sandboxSales(id: $id, input: $input) {\n      fundingId\n      amount\n      share\n      date\n      repayment {\n        ...RepaymentFields\n      }\n    }\n  }\n": types.PlaySalesDocument,
    "\n  mutation PlayRepayment($id: ID!, $event: SandboxRepaymentEvent!, $input: RepaymentPlayInput) {\n    sandboxRepaymentEvent(id: $id, event: $event, input: $input) {\n      ...RepaymentFields\n    }\n  }\n": types.PlayRepaymentDocument,
    "\n  mutation PlayKyc($customerId: ID!, $event: SandboxKycEvent!, $input: KycPlayInput) {\n    sandboxKyc(customerId: $customerId, event: $event, input: $input) {\n      customerId\n      status\n    }\n  }\n": types.PlayKycDocument,
    "\n  mutation UpdateSandboxSettings($input: UpdatePartnerInput!) {\n    sandboxUpdateSettings(input: $input) {\n      ...SandboxPartnerFields\n    }\n  }\n\n  fragment SandboxPartnerFields on Partner {\n    id\n    name\n    review\n    autoAccept\n    accountRates\n    interestRate {\n      default\n      bands {\n        currency\n        periodDaysMax\n        rate\n      }\n    }\n    currencies\n    offerValidDays\n    autoLimit {\n      currency\n      amount\n    }\n    unknownInput\n    repaymentOrder\n    reportsRepayments\n    dueNoticeDays\n    v1Members\n    createdAt\n    updatedAt\n  }\n": types.UpdateSandboxSettingsDocument,
    "\n  mutation CreateSandboxPartner($input: UpdatePartnerInput) {\n    sandboxCreatePartner(input: $input) {\n      partner {\n        ...SandboxPartnerFields\n      }\n      key {\n        apiKey\n        key {\n          id\n          scopes\n          expiresAt\n        }\n      }\n    }\n  }\n": types.CreateSandboxPartnerDocument,
    "\n  mutation ResetSandbox {\n    sandboxReset {\n      partner {\n        ...SandboxPartnerFields\n      }\n      formerPartnerId\n    }\n  }\n": types.ResetSandboxDocument,
    "\n  mutation SendExample($id: ID!, $type: WebhookEventType!) {\n    sandboxSend(id: $id, type: $type) {\n      webhookDeliveryId\n      eventId\n      outcome\n      httpStatus\n      excerpt\n    }\n  }\n": types.SendExampleDocument,
    "\n  fragment WebhookEndpointFields on WebhookEndpoint {\n    id\n    url\n    description\n    eventTypes\n    ordering\n    status\n    disabledReason\n    lastError\n    lastErrorStatus\n    lastErrorAt\n    createdAt\n    updatedAt\n  }\n": types.WebhookEndpointFieldsFragmentDoc,
    "\n  fragment WebhookDeliveryFields on WebhookDelivery {\n    id\n    webhookEndpointId\n    eventId\n    eventType\n    status\n    attemptCount\n    cursorBefore\n    cursor\n    nextAttemptAt\n    createdAt\n    completedAt\n  }\n": types.WebhookDeliveryFieldsFragmentDoc,
    "\n  mutation CreateWebhookEndpoint($input: CreateWebhookEndpointInput!) {\n    createWebhookEndpoint(input: $input) {\n      secret\n      webhookEndpoint {\n        ...WebhookEndpointFields\n      }\n    }\n  }\n": types.CreateWebhookEndpointDocument,
    "\n  query GetWebhookEndpoint($id: ID!) {\n    webhookEndpoint(id: $id) {\n      ...WebhookEndpointFields\n    }\n  }\n": types.GetWebhookEndpointDocument,
    "\n  query ListWebhookEndpoints($first: Int, $after: String, $before: String, $filter: WebhookEndpointFilter) {\n    webhookEndpoints(first: $first, after: $after, before: $before, filter: $filter) {\n      totalCount\n      pageInfo {\n        endCursor\n      }\n      nodes {\n        ...WebhookEndpointFields\n      }\n    }\n  }\n": types.ListWebhookEndpointsDocument,
    "\n  mutation UpdateWebhookEndpoint($id: ID!, $input: UpdateWebhookEndpointInput!) {\n    updateWebhookEndpoint(id: $id, input: $input) {\n      ...WebhookEndpointFields\n    }\n  }\n": types.UpdateWebhookEndpointDocument,
    "\n  mutation DeleteWebhookEndpoint($id: ID!) {\n    deleteWebhookEndpoint(id: $id) {\n      deletedId\n    }\n  }\n": types.DeleteWebhookEndpointDocument,
    "\n  mutation RotateWebhookSecret($id: ID!, $overlapHours: Int) {\n    rotateWebhookSecret(id: $id, overlapHours: $overlapHours) {\n      secret\n      webhookEndpoint {\n        ...WebhookEndpointFields\n      }\n    }\n  }\n": types.RotateWebhookSecretDocument,
    "\n  mutation TestWebhookEndpoint($id: ID!) {\n    testWebhookEndpoint(id: $id) {\n      webhookDeliveryId\n      eventId\n      outcome\n      httpStatus\n      excerpt\n    }\n  }\n": types.TestWebhookEndpointDocument,
    "\n  mutation ReplayWebhookEvents($id: ID!, $input: ReplayWebhookEventsInput!) {\n    replayWebhookEvents(id: $id, input: $input) {\n      id\n      webhookEndpointId\n      eventCountMax\n      createdAt\n    }\n  }\n": types.ReplayWebhookEventsDocument,
    "\n  query ListWebhookDeliveries(\n    $id: ID!\n    $first: Int\n    $after: String\n    $before: String\n    $filter: WebhookDeliveryFilter\n  ) {\n    webhookEndpoint(id: $id) {\n      deliveries(first: $first, after: $after, before: $before, filter: $filter) {\n        totalCount\n        pageInfo {\n          endCursor\n        }\n        nodes {\n          ...WebhookDeliveryFields\n        }\n      }\n    }\n  }\n": types.ListWebhookDeliveriesDocument,
    "\n  query GetWebhookDelivery($id: ID!) {\n    webhookDelivery(id: $id) {\n      ...WebhookDeliveryFields\n      attempts {\n        id\n        createdAt\n        durationMs\n        outcome\n        httpStatus\n        excerpt\n      }\n    }\n  }\n": types.GetWebhookDeliveryDocument,
    "\n  mutation RetryWebhookDelivery($id: ID!) {\n    retryWebhookDelivery(id: $id) {\n      ...WebhookDeliveryFields\n    }\n  }\n": types.RetryWebhookDeliveryDocument,
    "\n  fragment CustomerFields on Customer {\n    id\n    externalCustomerId\n    contactEmail\n    contactName\n    contactPhone\n    contactCountry\n    companyName\n    companyCountry\n    companySector\n    createdAt\n    updatedAt\n  }\n": types.CustomerFieldsFragmentDoc,
    "\n  fragment KycFields on Kyc {\n    customerId\n    type\n    status\n    legalName\n    registeredAddress {\n      ...AddressFields\n    }\n    operatingAddress {\n      ...AddressFields\n    }\n    website\n    businessRegistrationNumber\n    dateOfIncorporation\n    directorsIdentityNumber {\n      type\n      number\n    }\n    shareholdersIdentityNumber {\n      companyLegalName\n      type\n      number\n    }\n    corporateEntitiesNumber\n    isic\n    isSensitiveBusiness\n    hasComplexStructure\n    hasNamecheckHits\n    namecheckResult\n    providerCompanyScreeningResult\n    providerBatchScreeningResult\n    supportingDocuments {\n      type\n      status\n    }\n    createdAt\n    updatedAt\n  }\n": types.KycFieldsFragmentDoc,
    "\n  fragment AddressFields on Address {\n    addressLine1\n    addressLine2\n    addressLine3\n    postalCode\n    city\n    country\n  }\n": types.AddressFieldsFragmentDoc,
    "\n  fragment SettlementSummaryFields on InstantSettlement {\n    id\n    customerId\n    currency\n    amount\n    accountChargebackRate\n    accountRefundRate\n    settlementPeriod\n    interestRate\n    fee\n    annualRate\n    repaymentOrder\n    status\n    servicing {\n      fundedOn\n      dueOn\n      originalDueOn\n      payBy\n      principalOutstanding\n      feeOutstanding\n      refundReceivable\n      outstanding\n      paid\n      excess\n      reported\n      daysPastDue\n      state\n      writtenOff {\n        principal\n        fee\n        on\n        code\n      }\n      claim\n      closedOn\n    }\n    denialReason\n    offerExpiresAt\n    createdAt\n    updatedAt\n  }\n": types.SettlementSummaryFieldsFragmentDoc,
    "\n  fragment SettlementFields on InstantSettlement {\n    ...SettlementSummaryFields\n    transactions\n  }\n": types.SettlementFieldsFragmentDoc,
    "\n  mutation CreateCustomer($input: CreateCustomerInput!) {\n    createCustomer(input: $input) {\n      ...CustomerFields\n    }\n  }\n": types.CreateCustomerDocument,
    "\n  mutation UpdateCustomer($id: ID!, $input: UpdateCustomerInput!) {\n    updateCustomer(id: $id, input: $input) {\n      ...CustomerFields\n    }\n  }\n": types.UpdateCustomerDocument,
    "\n  query GetCustomer($id: ID!) {\n    customer(id: $id) {\n      ...CustomerFields\n    }\n  }\n": types.GetCustomerDocument,
    "\n  query ListCustomers($first: Int, $after: String, $last: Int, $before: String, $filter: CustomerFilter) {\n    customers(first: $first, after: $after, last: $last, before: $before, filter: $filter) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      nodes {\n        ...CustomerFields\n      }\n    }\n  }\n": types.ListCustomersDocument,
    "\n  query GetKyc($customerId: ID!) {\n    kyc(customerId: $customerId) {\n      ...KycFields\n    }\n  }\n": types.GetKycDocument,
    "\n  mutation UpdateHkKyc($customerId: ID!, $input: HkKycInput!) {\n    updateHkKyc(customerId: $customerId, input: $input) {\n      ...KycFields\n    }\n  }\n": types.UpdateHkKycDocument,
    "\n  mutation UploadDocuments($customerId: ID!, $input: UploadDocumentsInput!) {\n    uploadDocuments(customerId: $customerId, input: $input) {\n      type\n      status\n      files {\n        id\n        filename\n        mimeType\n        warnings\n      }\n    }\n  }\n": types.UploadDocumentsDocument,
    "\n  query GetDocument($id: ID!) {\n    document(id: $id) {\n      id\n      type\n      filename\n      mimeType\n      url\n    }\n  }\n": types.GetDocumentDocument,
    "\n  query ListDocuments($customerId: ID!) {\n    kyc(customerId: $customerId) {\n      ... on Kyc {\n        supportingDocuments {\n          type\n          files {\n            id\n            filename\n            mimeType\n          }\n        }\n      }\n    }\n  }\n": types.ListDocumentsDocument,
    "\n  mutation CreateInstantSettlement($input: CreateInstantSettlementInput!) {\n    createInstantSettlement(input: $input) {\n      ...SettlementFields\n    }\n  }\n": types.CreateInstantSettlementDocument,
    "\n  query GetInstantSettlement($id: ID!) {\n    instantSettlement(id: $id) {\n      ...SettlementFields\n    }\n  }\n": types.GetInstantSettlementDocument,
    "\n  query ListInstantSettlements(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $filter: InstantSettlementFilter\n  ) {\n    instantSettlements(first: $first, after: $after, last: $last, before: $before, filter: $filter) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      nodes {\n        ...SettlementSummaryFields\n      }\n    }\n  }\n": types.ListInstantSettlementsDocument,
    "\n  query ListCustomerSettlements(\n    $customerId: ID!\n    $first: Int\n    $after: String\n    $filter: InstantSettlementFilter\n  ) {\n    customer(id: $customerId) {\n      instantSettlements(first: $first, after: $after, filter: $filter) {\n        totalCount\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          ...SettlementSummaryFields\n        }\n      }\n    }\n  }\n": types.ListCustomerSettlementsDocument,
    "\n  mutation AcceptInstantSettlement($id: ID!) {\n    acceptInstantSettlement(id: $id) {\n      ...SettlementFields\n    }\n  }\n": types.AcceptInstantSettlementDocument,
    "\n  mutation RejectInstantSettlement($id: ID!, $reason: String!) {\n    rejectInstantSettlement(id: $id, reason: $reason) {\n      ...SettlementFields\n    }\n  }\n": types.RejectInstantSettlementDocument,
    "\n  query EventFeed($after: String, $first: Int, $types: [EventType!], $subject: String) {\n    eventFeed(after: $after, first: $first, types: $types, subject: $subject) {\n      events {\n        ...EventFields\n      }\n      nextCursor\n      hasMore\n    }\n  }\n": types.EventFeedDocument,
    "\n  fragment StatementFields on Statement {\n    currency\n    from\n    until\n    knownAt\n    final\n    openingBalance\n    closingBalance\n    items {\n      entryId\n      effectiveOn\n      postedOn\n      recordedAt\n      kind\n      fundingId\n      repaymentId\n      amount\n      balance\n    }\n    nextCursor\n    hasMore\n  }\n": types.StatementFieldsFragmentDoc,
    "\n  query ReadStatement(\n    $currency: String!\n    $from: LocalDate\n    $until: LocalDate\n    $knownAt: DateTime\n    $first: Int\n    $after: String\n  ) {\n    statement(\n      currency: $currency\n      from: $from\n      until: $until\n      knownAt: $knownAt\n      first: $first\n      after: $after\n    ) {\n      ...StatementFields\n    }\n  }\n": types.ReadStatementDocument,
    "\n  query ReadSettlementStatement(\n    $id: ID!\n    $from: LocalDate\n    $until: LocalDate\n    $knownAt: DateTime\n    $first: Int\n    $after: String\n  ) {\n    instantSettlement(id: $id) {\n      statement(from: $from, until: $until, knownAt: $knownAt, first: $first, after: $after) {\n        ...StatementFields\n      }\n    }\n  }\n": types.ReadSettlementStatementDocument,
    "\n  fragment EventFields on Event {\n    id\n    type\n    subject\n    sequence\n    partnerId\n    actor\n    requestId\n    createdAt\n    data\n  }\n": types.EventFieldsFragmentDoc,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RepaymentFields on Repayment {\n    id\n    fundingId\n    customerId\n    currency\n    amount\n    receivedOn\n    source\n    reference\n    status\n    allocated {\n      principal\n      fee\n      excess\n      recovery\n    }\n    reported {\n      amount\n      receivedOn\n      reference\n    }\n    reversal {\n      reversedOn\n      kind\n      reason\n    }\n    declineReason\n    createdAt\n    updatedAt\n  }\n"): typeof import('./graphql.ts').RepaymentFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReportRepayment($id: ID!, $input: ReportRepaymentInput!) {\n    reportRepayment(id: $id, input: $input) {\n      ...RepaymentFields\n    }\n  }\n"): typeof import('./graphql.ts').ReportRepaymentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CancelRepayment($id: ID!) {\n    cancelRepayment(id: $id) {\n      ...RepaymentFields\n    }\n  }\n"): typeof import('./graphql.ts').CancelRepaymentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query GetRepayment($id: ID!) {\n    repayment(id: $id) {\n      ...RepaymentFields\n    }\n  }\n"): typeof import('./graphql.ts').GetRepaymentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ListRepayments($first: Int, $after: String, $filter: RepaymentFilter) {\n    repayments(first: $first, after: $after, filter: $filter) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      nodes {\n        ...RepaymentFields\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ListRepaymentsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query GetSandboxClock {\n    sandboxClock {\n      now\n      aheadSeconds\n    }\n  }\n"): typeof import('./graphql.ts').GetSandboxClockDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AdvanceSandboxClock($input: AdvanceClockInput!) {\n    sandboxAdvanceClock(input: $input) {\n      now\n      aheadSeconds\n      from\n      counts {\n        type\n        count\n      }\n      events {\n        ...EventFields\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AdvanceSandboxClockDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation PlaySettlement($id: ID!, $event: SandboxSettlementEvent!, $input: SettlementPlayInput) {\n    sandboxSettlementEvent(id: $id, event: $event, input: $input) {\n      ...SettlementFields\n    }\n  }\n"): typeof import('./graphql.ts').PlaySettlementDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation PlaySales($id: ID!, $input: SalesInput!) {\n    sandboxSales(id: $id, input: $input) {\n      fundingId\n      amount\n      share\n      date\n      repayment {\n        ...RepaymentFields\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PlaySalesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation PlayRepayment($id: ID!, $event: SandboxRepaymentEvent!, $input: RepaymentPlayInput) {\n    sandboxRepaymentEvent(id: $id, event: $event, input: $input) {\n      ...RepaymentFields\n    }\n  }\n"): typeof import('./graphql.ts').PlayRepaymentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation PlayKyc($customerId: ID!, $event: SandboxKycEvent!, $input: KycPlayInput) {\n    sandboxKyc(customerId: $customerId, event: $event, input: $input) {\n      customerId\n      status\n    }\n  }\n"): typeof import('./graphql.ts').PlayKycDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateSandboxSettings($input: UpdatePartnerInput!) {\n    sandboxUpdateSettings(input: $input) {\n      ...SandboxPartnerFields\n    }\n  }\n\n  fragment SandboxPartnerFields on Partner {\n    id\n    name\n    review\n    autoAccept\n    accountRates\n    interestRate {\n      default\n      bands {\n        currency\n        periodDaysMax\n        rate\n      }\n    }\n    currencies\n    offerValidDays\n    autoLimit {\n      currency\n      amount\n    }\n    unknownInput\n    repaymentOrder\n    reportsRepayments\n    dueNoticeDays\n    v1Members\n    createdAt\n    updatedAt\n  }\n"): typeof import('./graphql.ts').UpdateSandboxSettingsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateSandboxPartner($input: UpdatePartnerInput) {\n    sandboxCreatePartner(input: $input) {\n      partner {\n        ...SandboxPartnerFields\n      }\n      key {\n        apiKey\n        key {\n          id\n          scopes\n          expiresAt\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CreateSandboxPartnerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResetSandbox {\n    sandboxReset {\n      partner {\n        ...SandboxPartnerFields\n      }\n      formerPartnerId\n    }\n  }\n"): typeof import('./graphql.ts').ResetSandboxDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SendExample($id: ID!, $type: WebhookEventType!) {\n    sandboxSend(id: $id, type: $type) {\n      webhookDeliveryId\n      eventId\n      outcome\n      httpStatus\n      excerpt\n    }\n  }\n"): typeof import('./graphql.ts').SendExampleDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment WebhookEndpointFields on WebhookEndpoint {\n    id\n    url\n    description\n    eventTypes\n    ordering\n    status\n    disabledReason\n    lastError\n    lastErrorStatus\n    lastErrorAt\n    createdAt\n    updatedAt\n  }\n"): typeof import('./graphql.ts').WebhookEndpointFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment WebhookDeliveryFields on WebhookDelivery {\n    id\n    webhookEndpointId\n    eventId\n    eventType\n    status\n    attemptCount\n    cursorBefore\n    cursor\n    nextAttemptAt\n    createdAt\n    completedAt\n  }\n"): typeof import('./graphql.ts').WebhookDeliveryFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateWebhookEndpoint($input: CreateWebhookEndpointInput!) {\n    createWebhookEndpoint(input: $input) {\n      secret\n      webhookEndpoint {\n        ...WebhookEndpointFields\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CreateWebhookEndpointDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query GetWebhookEndpoint($id: ID!) {\n    webhookEndpoint(id: $id) {\n      ...WebhookEndpointFields\n    }\n  }\n"): typeof import('./graphql.ts').GetWebhookEndpointDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ListWebhookEndpoints($first: Int, $after: String, $before: String, $filter: WebhookEndpointFilter) {\n    webhookEndpoints(first: $first, after: $after, before: $before, filter: $filter) {\n      totalCount\n      pageInfo {\n        endCursor\n      }\n      nodes {\n        ...WebhookEndpointFields\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ListWebhookEndpointsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateWebhookEndpoint($id: ID!, $input: UpdateWebhookEndpointInput!) {\n    updateWebhookEndpoint(id: $id, input: $input) {\n      ...WebhookEndpointFields\n    }\n  }\n"): typeof import('./graphql.ts').UpdateWebhookEndpointDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteWebhookEndpoint($id: ID!) {\n    deleteWebhookEndpoint(id: $id) {\n      deletedId\n    }\n  }\n"): typeof import('./graphql.ts').DeleteWebhookEndpointDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RotateWebhookSecret($id: ID!, $overlapHours: Int) {\n    rotateWebhookSecret(id: $id, overlapHours: $overlapHours) {\n      secret\n      webhookEndpoint {\n        ...WebhookEndpointFields\n      }\n    }\n  }\n"): typeof import('./graphql.ts').RotateWebhookSecretDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestWebhookEndpoint($id: ID!) {\n    testWebhookEndpoint(id: $id) {\n      webhookDeliveryId\n      eventId\n      outcome\n      httpStatus\n      excerpt\n    }\n  }\n"): typeof import('./graphql.ts').TestWebhookEndpointDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReplayWebhookEvents($id: ID!, $input: ReplayWebhookEventsInput!) {\n    replayWebhookEvents(id: $id, input: $input) {\n      id\n      webhookEndpointId\n      eventCountMax\n      createdAt\n    }\n  }\n"): typeof import('./graphql.ts').ReplayWebhookEventsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ListWebhookDeliveries(\n    $id: ID!\n    $first: Int\n    $after: String\n    $before: String\n    $filter: WebhookDeliveryFilter\n  ) {\n    webhookEndpoint(id: $id) {\n      deliveries(first: $first, after: $after, before: $before, filter: $filter) {\n        totalCount\n        pageInfo {\n          endCursor\n        }\n        nodes {\n          ...WebhookDeliveryFields\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ListWebhookDeliveriesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query GetWebhookDelivery($id: ID!) {\n    webhookDelivery(id: $id) {\n      ...WebhookDeliveryFields\n      attempts {\n        id\n        createdAt\n        durationMs\n        outcome\n        httpStatus\n        excerpt\n      }\n    }\n  }\n"): typeof import('./graphql.ts').GetWebhookDeliveryDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RetryWebhookDelivery($id: ID!) {\n    retryWebhookDelivery(id: $id) {\n      ...WebhookDeliveryFields\n    }\n  }\n"): typeof import('./graphql.ts').RetryWebhookDeliveryDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CustomerFields on Customer {\n    id\n    externalCustomerId\n    contactEmail\n    contactName\n    contactPhone\n    contactCountry\n    companyName\n    companyCountry\n    companySector\n    createdAt\n    updatedAt\n  }\n"): typeof import('./graphql.ts').CustomerFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment KycFields on Kyc {\n    customerId\n    type\n    status\n    legalName\n    registeredAddress {\n      ...AddressFields\n    }\n    operatingAddress {\n      ...AddressFields\n    }\n    website\n    businessRegistrationNumber\n    dateOfIncorporation\n    directorsIdentityNumber {\n      type\n      number\n    }\n    shareholdersIdentityNumber {\n      companyLegalName\n      type\n      number\n    }\n    corporateEntitiesNumber\n    isic\n    isSensitiveBusiness\n    hasComplexStructure\n    hasNamecheckHits\n    namecheckResult\n    providerCompanyScreeningResult\n    providerBatchScreeningResult\n    supportingDocuments {\n      type\n      status\n    }\n    createdAt\n    updatedAt\n  }\n"): typeof import('./graphql.ts').KycFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AddressFields on Address {\n    addressLine1\n    addressLine2\n    addressLine3\n    postalCode\n    city\n    country\n  }\n"): typeof import('./graphql.ts').AddressFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SettlementSummaryFields on InstantSettlement {\n    id\n    customerId\n    currency\n    amount\n    accountChargebackRate\n    accountRefundRate\n    settlementPeriod\n    interestRate\n    fee\n    annualRate\n    repaymentOrder\n    status\n    servicing {\n      fundedOn\n      dueOn\n      originalDueOn\n      payBy\n      principalOutstanding\n      feeOutstanding\n      refundReceivable\n      outstanding\n      paid\n      excess\n      reported\n      daysPastDue\n      state\n      writtenOff {\n        principal\n        fee\n        on\n        code\n      }\n      claim\n      closedOn\n    }\n    denialReason\n    offerExpiresAt\n    createdAt\n    updatedAt\n  }\n"): typeof import('./graphql.ts').SettlementSummaryFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SettlementFields on InstantSettlement {\n    ...SettlementSummaryFields\n    transactions\n  }\n"): typeof import('./graphql.ts').SettlementFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateCustomer($input: CreateCustomerInput!) {\n    createCustomer(input: $input) {\n      ...CustomerFields\n    }\n  }\n"): typeof import('./graphql.ts').CreateCustomerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateCustomer($id: ID!, $input: UpdateCustomerInput!) {\n    updateCustomer(id: $id, input: $input) {\n      ...CustomerFields\n    }\n  }\n"): typeof import('./graphql.ts').UpdateCustomerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query GetCustomer($id: ID!) {\n    customer(id: $id) {\n      ...CustomerFields\n    }\n  }\n"): typeof import('./graphql.ts').GetCustomerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ListCustomers($first: Int, $after: String, $last: Int, $before: String, $filter: CustomerFilter) {\n    customers(first: $first, after: $after, last: $last, before: $before, filter: $filter) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      nodes {\n        ...CustomerFields\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ListCustomersDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query GetKyc($customerId: ID!) {\n    kyc(customerId: $customerId) {\n      ...KycFields\n    }\n  }\n"): typeof import('./graphql.ts').GetKycDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateHkKyc($customerId: ID!, $input: HkKycInput!) {\n    updateHkKyc(customerId: $customerId, input: $input) {\n      ...KycFields\n    }\n  }\n"): typeof import('./graphql.ts').UpdateHkKycDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UploadDocuments($customerId: ID!, $input: UploadDocumentsInput!) {\n    uploadDocuments(customerId: $customerId, input: $input) {\n      type\n      status\n      files {\n        id\n        filename\n        mimeType\n        warnings\n      }\n    }\n  }\n"): typeof import('./graphql.ts').UploadDocumentsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query GetDocument($id: ID!) {\n    document(id: $id) {\n      id\n      type\n      filename\n      mimeType\n      url\n    }\n  }\n"): typeof import('./graphql.ts').GetDocumentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ListDocuments($customerId: ID!) {\n    kyc(customerId: $customerId) {\n      ... on Kyc {\n        supportingDocuments {\n          type\n          files {\n            id\n            filename\n            mimeType\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ListDocumentsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateInstantSettlement($input: CreateInstantSettlementInput!) {\n    createInstantSettlement(input: $input) {\n      ...SettlementFields\n    }\n  }\n"): typeof import('./graphql.ts').CreateInstantSettlementDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query GetInstantSettlement($id: ID!) {\n    instantSettlement(id: $id) {\n      ...SettlementFields\n    }\n  }\n"): typeof import('./graphql.ts').GetInstantSettlementDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ListInstantSettlements(\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $filter: InstantSettlementFilter\n  ) {\n    instantSettlements(first: $first, after: $after, last: $last, before: $before, filter: $filter) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      nodes {\n        ...SettlementSummaryFields\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ListInstantSettlementsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ListCustomerSettlements(\n    $customerId: ID!\n    $first: Int\n    $after: String\n    $filter: InstantSettlementFilter\n  ) {\n    customer(id: $customerId) {\n      instantSettlements(first: $first, after: $after, filter: $filter) {\n        totalCount\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          ...SettlementSummaryFields\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ListCustomerSettlementsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AcceptInstantSettlement($id: ID!) {\n    acceptInstantSettlement(id: $id) {\n      ...SettlementFields\n    }\n  }\n"): typeof import('./graphql.ts').AcceptInstantSettlementDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RejectInstantSettlement($id: ID!, $reason: String!) {\n    rejectInstantSettlement(id: $id, reason: $reason) {\n      ...SettlementFields\n    }\n  }\n"): typeof import('./graphql.ts').RejectInstantSettlementDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query EventFeed($after: String, $first: Int, $types: [EventType!], $subject: String) {\n    eventFeed(after: $after, first: $first, types: $types, subject: $subject) {\n      events {\n        ...EventFields\n      }\n      nextCursor\n      hasMore\n    }\n  }\n"): typeof import('./graphql.ts').EventFeedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StatementFields on Statement {\n    currency\n    from\n    until\n    knownAt\n    final\n    openingBalance\n    closingBalance\n    items {\n      entryId\n      effectiveOn\n      postedOn\n      recordedAt\n      kind\n      fundingId\n      repaymentId\n      amount\n      balance\n    }\n    nextCursor\n    hasMore\n  }\n"): typeof import('./graphql.ts').StatementFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReadStatement(\n    $currency: String!\n    $from: LocalDate\n    $until: LocalDate\n    $knownAt: DateTime\n    $first: Int\n    $after: String\n  ) {\n    statement(\n      currency: $currency\n      from: $from\n      until: $until\n      knownAt: $knownAt\n      first: $first\n      after: $after\n    ) {\n      ...StatementFields\n    }\n  }\n"): typeof import('./graphql.ts').ReadStatementDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReadSettlementStatement(\n    $id: ID!\n    $from: LocalDate\n    $until: LocalDate\n    $knownAt: DateTime\n    $first: Int\n    $after: String\n  ) {\n    instantSettlement(id: $id) {\n      statement(from: $from, until: $until, knownAt: $knownAt, first: $first, after: $after) {\n        ...StatementFields\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ReadSettlementStatementDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment EventFields on Event {\n    id\n    type\n    subject\n    sequence\n    partnerId\n    actor\n    requestId\n    createdAt\n    data\n  }\n"): typeof import('./graphql.ts').EventFieldsFragmentDoc;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
