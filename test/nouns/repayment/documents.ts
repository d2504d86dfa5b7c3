import { graphql } from '../../support/graphql/generated/index.ts';

export const repaymentFields = graphql(/* GraphQL */ `
  fragment RepaymentFields on Repayment {
    id
    fundingId
    customerId
    currency
    amount
    receivedOn
    source
    reference
    status
    allocated {
      principal
      fee
      excess
      recovery
    }
    reported {
      amount
      receivedOn
      reference
    }
    reversal {
      reversedOn
      kind
      reason
    }
    declineReason
    createdAt
    updatedAt
  }
`);

export const ReportRepayment = graphql(/* GraphQL */ `
  mutation ReportRepayment($id: ID!, $input: ReportRepaymentInput!) {
    reportRepayment(id: $id, input: $input) {
      ...RepaymentFields
    }
  }
`);

export const CancelRepayment = graphql(/* GraphQL */ `
  mutation CancelRepayment($id: ID!) {
    cancelRepayment(id: $id) {
      ...RepaymentFields
    }
  }
`);

export const GetRepayment = graphql(/* GraphQL */ `
  query GetRepayment($id: ID!) {
    repayment(id: $id) {
      ...RepaymentFields
    }
  }
`);

export const ListRepayments = graphql(/* GraphQL */ `
  query ListRepayments($first: Int, $after: String, $filter: RepaymentFilter) {
    repayments(first: $first, after: $after, filter: $filter) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        ...RepaymentFields
      }
    }
  }
`);
