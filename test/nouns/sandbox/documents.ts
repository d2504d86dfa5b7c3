import { graphql } from '../../support/graphql/generated/index.ts';

export const GetSandboxClock = graphql(/* GraphQL */ `
  query GetSandboxClock {
    sandboxClock {
      now
      aheadSeconds
    }
  }
`);

export const AdvanceSandboxClock = graphql(/* GraphQL */ `
  mutation AdvanceSandboxClock($input: AdvanceClockInput!) {
    sandboxAdvanceClock(input: $input) {
      now
      aheadSeconds
      from
      counts {
        type
        count
      }
      events {
        ...EventFields
      }
    }
  }
`);

export const PlaySettlement = graphql(/* GraphQL */ `
  mutation PlaySettlement($id: ID!, $event: SandboxSettlementEvent!, $input: SettlementPlayInput) {
    sandboxSettlementEvent(id: $id, event: $event, input: $input) {
      ...SettlementFields
    }
  }
`);

export const PlaySales = graphql(/* GraphQL */ `
  mutation PlaySales($id: ID!, $input: SalesInput!) {
    sandboxSales(id: $id, input: $input) {
      fundingId
      amount
      share
      date
      repayment {
        ...RepaymentFields
      }
    }
  }
`);

export const PlayRepayment = graphql(/* GraphQL */ `
  mutation PlayRepayment($id: ID!, $event: SandboxRepaymentEvent!, $input: RepaymentPlayInput) {
    sandboxRepaymentEvent(id: $id, event: $event, input: $input) {
      ...RepaymentFields
    }
  }
`);

export const PlayKyc = graphql(/* GraphQL */ `
  mutation PlayKyc($customerId: ID!, $event: SandboxKycEvent!, $input: KycPlayInput) {
    sandboxKyc(customerId: $customerId, event: $event, input: $input) {
      customerId
      status
    }
  }
`);

export const UpdateSandboxSettings = graphql(/* GraphQL */ `
  mutation UpdateSandboxSettings($input: UpdatePartnerInput!) {
    sandboxUpdateSettings(input: $input) {
      ...SandboxPartnerFields
    }
  }

  fragment SandboxPartnerFields on Partner {
    id
    name
    review
    autoAccept
    accountRates
    interestRate {
      default
      bands {
        currency
        periodDaysMax
        rate
      }
    }
    currencies
    offerValidDays
    autoLimit {
      currency
      amount
    }
    unknownInput
    repaymentOrder
    reportsRepayments
    dueNoticeDays
    v1Members
    createdAt
    updatedAt
  }
`);

export const CreateSandboxPartner = graphql(/* GraphQL */ `
  mutation CreateSandboxPartner($input: UpdatePartnerInput) {
    sandboxCreatePartner(input: $input) {
      partner {
        ...SandboxPartnerFields
      }
      key {
        apiKey
        key {
          id
          scopes
          expiresAt
        }
      }
    }
  }
`);

export const ResetSandbox = graphql(/* GraphQL */ `
  mutation ResetSandbox {
    sandboxReset {
      partner {
        ...SandboxPartnerFields
      }
      formerPartnerId
    }
  }
`);

export const SendExample = graphql(/* GraphQL */ `
  mutation SendExample($id: ID!, $type: WebhookEventType!) {
    sandboxSend(id: $id, type: $type) {
      webhookDeliveryId
      eventId
      outcome
      httpStatus
      excerpt
    }
  }
`);
