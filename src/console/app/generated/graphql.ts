/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type KycStatus =
  | 'COMPLETE'
  | 'INCOMPLETE'
  | 'MISSING_SUPPORTING_DOCUMENTS';

export type KycWarningCode =
  /** The number is not that of a Hong Kong identity card, or its check digit does not fit. */
  | 'HKID_CHECK_DIGIT'
  /** ISIC Rev. 4 has no such division, group or class. */
  | 'ISIC_CLASS_UNKNOWN'
  /** The letter of the ISIC code is not the section of its division. */
  | 'ISIC_SECTION_MISMATCH'
  /** The number is not that of a MyKad, or does not begin with a date of birth. */
  | 'MYKAD_DATE'
  /** The number of a MyKad has a place of birth that does not exist. */
  | 'MYKAD_PLACE_OF_BIRTH'
  /** The business registration number does not have a form that the country uses. */
  | 'REGISTRATION_NUMBER_FORMAT'
  /** A shareholder belongs to another company, but the customer states no related corporate entities. */
  | 'SHAREHOLDER_COMPANY_UNEXPECTED';

export type LapsingOfferFilter = {
  currency?: string | null | undefined;
  partnerId?: string | null | undefined;
  /** The last day on which an offer lapses, UTC. */
  until?: string | null | undefined;
};

export type Scope =
  | 'ADMIN'
  | 'READ'
  | 'WRITE';

export type WaitingSettlementFilter = {
  currency?: string | null | undefined;
  partnerId?: string | null | undefined;
};

export type WarnedCustomerFilter = {
  partnerId?: string | null | undefined;
};

export type QueueSettlementFragment = { id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, kycChanged: boolean, settlementPeriod: number, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null };

export type QueuePageFragment = { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null };

export type ToReviewQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: WaitingSettlementFilter | null | undefined;
}>;


export type ToReviewQuery = { workList: { page: { nodes: Array<{ id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, kycChanged: boolean, settlementPeriod: number, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type ToDisburseQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: WaitingSettlementFilter | null | undefined;
}>;


export type ToDisburseQuery = { workList: { page: { nodes: Array<{ id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, kycChanged: boolean, settlementPeriod: number, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type LapsingQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: LapsingOfferFilter | null | undefined;
}>;


export type LapsingQuery = { workList: { page: { nodes: Array<{ id: string, amount: number, currency: string, createdAt: string, updatedAt: string, offerExpiresAt: string | null, kycChanged: boolean, settlementPeriod: number, partner: { id: string, name: string } | null, customer: { id: string, companyName: string, companyCountry: string }, claim: { actorName: string | null, mine: boolean, expiresAt: string } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type WarnedQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: WarnedCustomerFilter | null | undefined;
}>;


export type WarnedQuery = { workList: { page: { nodes: Array<{ id: string, companyName: string, companyCountry: string, createdAt: string, partner: { id: string, name: string } | null, kyc:
          | { status: KycStatus, updatedAt: string, warnings: Array<{ code: KycWarningCode }> }
          | { status: KycStatus, updatedAt: string, warnings: Array<{ code: KycWarningCode }> }
         | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type QueueTotalsQueryVariables = Exact<{ [key: string]: never; }>;


export type QueueTotalsQuery = { workList: { review: { totalCount: number }, disburse: { totalCount: number }, lapsing: { totalCount: number }, warnings: { totalCount: number } } };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { viewer: { scopes: Array<Scope>, key: { name: string } | null, operator: { id: string, name: string } | null } };

export type PartnerNamesQueryVariables = Exact<{
  name?: string | null | undefined;
}>;


export type PartnerNamesQuery = { partners: { nodes: Array<{ id: string, name: string }> } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const QueueSettlementFragmentDoc = new TypedDocumentString(`
    fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  kycChanged
  settlementPeriod
  partner {
    id
    name
  }
  customer {
    id
    companyName
    companyCountry
  }
  claim {
    actorName
    mine
    expiresAt
  }
}
    `, {"fragmentName":"QueueSettlement"}) as unknown as TypedDocumentString<QueueSettlementFragment, unknown>;
export const QueuePageFragmentDoc = new TypedDocumentString(`
    fragment QueuePage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
    `, {"fragmentName":"QueuePage"}) as unknown as TypedDocumentString<QueuePageFragment, unknown>;
export const ToReviewDocument = new TypedDocumentString(`
    query ToReview($first: Int, $last: Int, $after: String, $before: String, $filter: WaitingSettlementFilter) {
  workList {
    page: settlementsToReview(
      first: $first
      last: $last
      after: $after
      before: $before
      filter: $filter
    ) {
      nodes {
        ...QueueSettlement
      }
      pageInfo {
        ...QueuePage
      }
    }
  }
}
    fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  kycChanged
  settlementPeriod
  partner {
    id
    name
  }
  customer {
    id
    companyName
    companyCountry
  }
  claim {
    actorName
    mine
    expiresAt
  }
}
fragment QueuePage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<ToReviewQuery, ToReviewQueryVariables>;
export const ToDisburseDocument = new TypedDocumentString(`
    query ToDisburse($first: Int, $last: Int, $after: String, $before: String, $filter: WaitingSettlementFilter) {
  workList {
    page: settlementsToDisburse(
      first: $first
      last: $last
      after: $after
      before: $before
      filter: $filter
    ) {
      nodes {
        ...QueueSettlement
      }
      pageInfo {
        ...QueuePage
      }
    }
  }
}
    fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  kycChanged
  settlementPeriod
  partner {
    id
    name
  }
  customer {
    id
    companyName
    companyCountry
  }
  claim {
    actorName
    mine
    expiresAt
  }
}
fragment QueuePage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<ToDisburseQuery, ToDisburseQueryVariables>;
export const LapsingDocument = new TypedDocumentString(`
    query Lapsing($first: Int, $last: Int, $after: String, $before: String, $filter: LapsingOfferFilter) {
  workList {
    page: lapsingOffers(
      first: $first
      last: $last
      after: $after
      before: $before
      filter: $filter
    ) {
      nodes {
        ...QueueSettlement
      }
      pageInfo {
        ...QueuePage
      }
    }
  }
}
    fragment QueueSettlement on InstantSettlement {
  id
  amount
  currency
  createdAt
  updatedAt
  offerExpiresAt
  kycChanged
  settlementPeriod
  partner {
    id
    name
  }
  customer {
    id
    companyName
    companyCountry
  }
  claim {
    actorName
    mine
    expiresAt
  }
}
fragment QueuePage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<LapsingQuery, LapsingQueryVariables>;
export const WarnedDocument = new TypedDocumentString(`
    query Warned($first: Int, $last: Int, $after: String, $before: String, $filter: WarnedCustomerFilter) {
  workList {
    page: customersWithKycWarnings(
      first: $first
      last: $last
      after: $after
      before: $before
      filter: $filter
    ) {
      nodes {
        id
        companyName
        companyCountry
        createdAt
        partner {
          id
          name
        }
        kyc {
          ... on Kyc {
            status
            updatedAt
            warnings {
              code
            }
          }
        }
      }
      pageInfo {
        ...QueuePage
      }
    }
  }
}
    fragment QueuePage on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<WarnedQuery, WarnedQueryVariables>;
export const QueueTotalsDocument = new TypedDocumentString(`
    query QueueTotals {
  workList {
    review: settlementsToReview {
      totalCount
    }
    disburse: settlementsToDisburse {
      totalCount
    }
    lapsing: lapsingOffers {
      totalCount
    }
    warnings: customersWithKycWarnings {
      totalCount
    }
  }
}
    `) as unknown as TypedDocumentString<QueueTotalsQuery, QueueTotalsQueryVariables>;
export const MeDocument = new TypedDocumentString(`
    query Me {
  viewer {
    scopes
    key {
      name
    }
    operator {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<MeQuery, MeQueryVariables>;
export const PartnerNamesDocument = new TypedDocumentString(`
    query PartnerNames($name: String) {
  partners(first: 20, filter: { name: $name }) {
    nodes {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<PartnerNamesQuery, PartnerNamesQueryVariables>;