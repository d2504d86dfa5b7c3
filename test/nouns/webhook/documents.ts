import { graphql } from '../../support/graphql/generated/index.ts';

export const endpointFields = graphql(/* GraphQL */ `
  fragment WebhookEndpointFields on WebhookEndpoint {
    id
    url
    description
    eventTypes
    ordering
    status
    disabledReason
    lastError
    lastErrorStatus
    lastErrorAt
    createdAt
    updatedAt
  }
`);

export const deliveryFields = graphql(/* GraphQL */ `
  fragment WebhookDeliveryFields on WebhookDelivery {
    id
    webhookEndpointId
    eventId
    eventType
    status
    attemptCount
    cursorBefore
    cursor
    nextAttemptAt
    createdAt
    completedAt
  }
`);

export const CreateWebhookEndpoint = graphql(/* GraphQL */ `
  mutation CreateWebhookEndpoint($input: CreateWebhookEndpointInput!) {
    createWebhookEndpoint(input: $input) {
      secret
      webhookEndpoint {
        ...WebhookEndpointFields
      }
    }
  }
`);

export const GetWebhookEndpoint = graphql(/* GraphQL */ `
  query GetWebhookEndpoint($id: ID!) {
    webhookEndpoint(id: $id) {
      ...WebhookEndpointFields
    }
  }
`);

export const ListWebhookEndpoints = graphql(/* GraphQL */ `
  query ListWebhookEndpoints($first: Int, $after: String, $before: String, $filter: WebhookEndpointFilter) {
    webhookEndpoints(first: $first, after: $after, before: $before, filter: $filter) {
      totalCount
      pageInfo {
        endCursor
      }
      nodes {
        ...WebhookEndpointFields
      }
    }
  }
`);

export const UpdateWebhookEndpoint = graphql(/* GraphQL */ `
  mutation UpdateWebhookEndpoint($id: ID!, $input: UpdateWebhookEndpointInput!) {
    updateWebhookEndpoint(id: $id, input: $input) {
      ...WebhookEndpointFields
    }
  }
`);

export const DeleteWebhookEndpoint = graphql(/* GraphQL */ `
  mutation DeleteWebhookEndpoint($id: ID!) {
    deleteWebhookEndpoint(id: $id) {
      deletedId
    }
  }
`);

export const RotateWebhookSecret = graphql(/* GraphQL */ `
  mutation RotateWebhookSecret($id: ID!, $overlapHours: Int) {
    rotateWebhookSecret(id: $id, overlapHours: $overlapHours) {
      secret
      webhookEndpoint {
        ...WebhookEndpointFields
      }
    }
  }
`);

export const TestWebhookEndpoint = graphql(/* GraphQL */ `
  mutation TestWebhookEndpoint($id: ID!) {
    testWebhookEndpoint(id: $id) {
      webhookDeliveryId
      eventId
      outcome
      httpStatus
      excerpt
    }
  }
`);

export const ReplayWebhookEvents = graphql(/* GraphQL */ `
  mutation ReplayWebhookEvents($id: ID!, $input: ReplayWebhookEventsInput!) {
    replayWebhookEvents(id: $id, input: $input) {
      id
      webhookEndpointId
      eventCountMax
      createdAt
    }
  }
`);

export const ListWebhookDeliveries = graphql(/* GraphQL */ `
  query ListWebhookDeliveries(
    $id: ID!
    $first: Int
    $after: String
    $before: String
    $filter: WebhookDeliveryFilter
  ) {
    webhookEndpoint(id: $id) {
      deliveries(first: $first, after: $after, before: $before, filter: $filter) {
        totalCount
        pageInfo {
          endCursor
        }
        nodes {
          ...WebhookDeliveryFields
        }
      }
    }
  }
`);

export const GetWebhookDelivery = graphql(/* GraphQL */ `
  query GetWebhookDelivery($id: ID!) {
    webhookDelivery(id: $id) {
      ...WebhookDeliveryFields
      attempts {
        id
        createdAt
        durationMs
        outcome
        httpStatus
        excerpt
      }
    }
  }
`);

export const RetryWebhookDelivery = graphql(/* GraphQL */ `
  mutation RetryWebhookDelivery($id: ID!) {
    retryWebhookDelivery(id: $id) {
      ...WebhookDeliveryFields
    }
  }
`);
