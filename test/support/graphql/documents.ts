import { graphql } from './generated/index.ts';

/** Every field of each resource that REST shows as well. */
export const customerFields = graphql(/* GraphQL */ `
  fragment CustomerFields on Customer {
    id
    externalCustomerId
    contactEmail
    contactName
    contactPhone
    contactCountry
    companyName
    companyCountry
    companySector
    createdAt
    updatedAt
  }
`);

export const kycFields = graphql(/* GraphQL */ `
  fragment KycFields on Kyc {
    customerId
    type
    status
    legalName
    registeredAddress {
      ...AddressFields
    }
    operatingAddress {
      ...AddressFields
    }
    website
    businessRegistrationNumber
    dateOfIncorporation
    directorsIdentityNumber {
      type
      number
    }
    shareholdersIdentityNumber {
      companyLegalName
      type
      number
    }
    corporateEntitiesNumber
    isic
    isSensitiveBusiness
    hasComplexStructure
    hasNamecheckHits
    namecheckResult
    providerCompanyScreeningResult
    providerBatchScreeningResult
    supportingDocuments {
      type
      status
    }
    createdAt
    updatedAt
  }
`);

export const addressFields = graphql(/* GraphQL */ `
  fragment AddressFields on Address {
    addressLine1
    addressLine2
    addressLine3
    postalCode
    city
    country
  }
`);

export const settlementSummaryFields = graphql(/* GraphQL */ `
  fragment SettlementSummaryFields on InstantSettlement {
    id
    customerId
    currency
    amount
    accountChargebackRate
    accountRefundRate
    settlementPeriod
    interestRate
    fee
    annualRate
    repaymentOrder
    status
    servicing {
      fundedOn
      dueOn
      originalDueOn
      payBy
      principalOutstanding
      feeOutstanding
      refundReceivable
      outstanding
      paid
      excess
      reported
      daysPastDue
      state
      writtenOff {
        principal
        fee
        on
        code
      }
      claim
      closedOn
    }
    denialReason
    offerExpiresAt
    createdAt
    updatedAt
  }
`);

export const settlementFields = graphql(/* GraphQL */ `
  fragment SettlementFields on InstantSettlement {
    ...SettlementSummaryFields
    transactions
  }
`);

export const CreateCustomer = graphql(/* GraphQL */ `
  mutation CreateCustomer($input: CreateCustomerInput!) {
    createCustomer(input: $input) {
      ...CustomerFields
    }
  }
`);

export const UpdateCustomer = graphql(/* GraphQL */ `
  mutation UpdateCustomer($id: ID!, $input: UpdateCustomerInput!) {
    updateCustomer(id: $id, input: $input) {
      ...CustomerFields
    }
  }
`);

export const GetCustomer = graphql(/* GraphQL */ `
  query GetCustomer($id: ID!) {
    customer(id: $id) {
      ...CustomerFields
    }
  }
`);

export const ListCustomers = graphql(/* GraphQL */ `
  query ListCustomers($first: Int, $after: String, $last: Int, $before: String, $filter: CustomerFilter) {
    customers(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        ...CustomerFields
      }
    }
  }
`);

export const GetKyc = graphql(/* GraphQL */ `
  query GetKyc($customerId: ID!) {
    kyc(customerId: $customerId) {
      ...KycFields
    }
  }
`);

export const UpdateHkKyc = graphql(/* GraphQL */ `
  mutation UpdateHkKyc($customerId: ID!, $input: HkKycInput!) {
    updateHkKyc(customerId: $customerId, input: $input) {
      ...KycFields
    }
  }
`);

export const UploadDocuments = graphql(/* GraphQL */ `
  mutation UploadDocuments($customerId: ID!, $input: UploadDocumentsInput!) {
    uploadDocuments(customerId: $customerId, input: $input) {
      type
      status
      files {
        id
        filename
        mimeType
        warnings
      }
    }
  }
`);

export const GetDocument = graphql(/* GraphQL */ `
  query GetDocument($id: ID!) {
    document(id: $id) {
      id
      type
      filename
      mimeType
      url
    }
  }
`);

export const ListDocuments = graphql(/* GraphQL */ `
  query ListDocuments($customerId: ID!) {
    kyc(customerId: $customerId) {
      ... on Kyc {
        supportingDocuments {
          type
          files {
            id
            filename
            mimeType
          }
        }
      }
    }
  }
`);

export const CreateInstantSettlement = graphql(/* GraphQL */ `
  mutation CreateInstantSettlement($input: CreateInstantSettlementInput!) {
    createInstantSettlement(input: $input) {
      ...SettlementFields
    }
  }
`);

export const GetInstantSettlement = graphql(/* GraphQL */ `
  query GetInstantSettlement($id: ID!) {
    instantSettlement(id: $id) {
      ...SettlementFields
    }
  }
`);

export const ListInstantSettlements = graphql(/* GraphQL */ `
  query ListInstantSettlements(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $filter: InstantSettlementFilter
  ) {
    instantSettlements(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        ...SettlementSummaryFields
      }
    }
  }
`);

export const ListCustomerSettlements = graphql(/* GraphQL */ `
  query ListCustomerSettlements(
    $customerId: ID!
    $first: Int
    $after: String
    $filter: InstantSettlementFilter
  ) {
    customer(id: $customerId) {
      instantSettlements(first: $first, after: $after, filter: $filter) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          ...SettlementSummaryFields
        }
      }
    }
  }
`);

export const AcceptInstantSettlement = graphql(/* GraphQL */ `
  mutation AcceptInstantSettlement($id: ID!) {
    acceptInstantSettlement(id: $id) {
      ...SettlementFields
    }
  }
`);

export const RejectInstantSettlement = graphql(/* GraphQL */ `
  mutation RejectInstantSettlement($id: ID!, $reason: String!) {
    rejectInstantSettlement(id: $id, reason: $reason) {
      ...SettlementFields
    }
  }
`);

export const EventFeed = graphql(/* GraphQL */ `
  query EventFeed($after: String, $first: Int, $types: [EventType!], $subject: String) {
    eventFeed(after: $after, first: $first, types: $types, subject: $subject) {
      events {
        ...EventFields
      }
      nextCursor
      hasMore
    }
  }
`);

export const statementFields = graphql(/* GraphQL */ `
  fragment StatementFields on Statement {
    currency
    from
    until
    knownAt
    final
    openingBalance
    closingBalance
    items {
      entryId
      effectiveOn
      postedOn
      recordedAt
      kind
      fundingId
      repaymentId
      amount
      balance
    }
    nextCursor
    hasMore
  }
`);

export const ReadStatement = graphql(/* GraphQL */ `
  query ReadStatement(
    $currency: String!
    $from: LocalDate
    $until: LocalDate
    $knownAt: DateTime
    $first: Int
    $after: String
  ) {
    statement(
      currency: $currency
      from: $from
      until: $until
      knownAt: $knownAt
      first: $first
      after: $after
    ) {
      ...StatementFields
    }
  }
`);

export const ReadSettlementStatement = graphql(/* GraphQL */ `
  query ReadSettlementStatement(
    $id: ID!
    $from: LocalDate
    $until: LocalDate
    $knownAt: DateTime
    $first: Int
    $after: String
  ) {
    instantSettlement(id: $id) {
      statement(from: $from, until: $until, knownAt: $knownAt, first: $first, after: $after) {
        ...StatementFields
      }
    }
  }
`);

export const eventFields = graphql(/* GraphQL */ `
  fragment EventFields on Event {
    id
    type
    subject
    sequence
    partnerId
    actor
    requestId
    createdAt
    data
  }
`);
