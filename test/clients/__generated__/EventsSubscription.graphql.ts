/**
 * @generated SignedSource<<1dca468721b52c7caaafda93d600fe99>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type EventType = "CUSTOMER_CREATED" | "CUSTOMER_UPDATED" | "FUNDING_ACCEPTED" | "FUNDING_APPROVED" | "FUNDING_DENIED" | "FUNDING_DISBURSED" | "FUNDING_EXPIRED" | "FUNDING_REJECTED" | "FUNDING_REPAID" | "FUNDING_REVOKED" | "FUNDING_SUBMITTED" | "FUNDING_TRANSACTIONS_READ" | "FUNDING_WITHDRAWN" | "KEY_CREATED" | "KEY_REVOKED" | "KEY_ROTATED" | "KYC_CREATED" | "KYC_DOCUMENTS_UPLOADED" | "KYC_DOCUMENT_READ" | "KYC_DOCUMENT_REQUESTED" | "KYC_IDENTITY_READ" | "KYC_SCREENING_READ" | "KYC_STATUS_CHANGED" | "KYC_UPDATED" | "OPERATOR_CREATED" | "OPERATOR_DISABLED" | "OPERATOR_MENDED" | "OPERATOR_SESSIONS_ENDED" | "OPERATOR_UPDATED" | "PARTNER_CREATED" | "PARTNER_UPDATED" | "TEST_PING" | "WEBHOOK_ENDPOINT_CREATED" | "WEBHOOK_ENDPOINT_DELETED" | "WEBHOOK_ENDPOINT_DISABLED" | "WEBHOOK_ENDPOINT_UPDATED" | "%future added value";
export type EventsSubscription$variables = {
  after?: string | null | undefined;
};
export type EventsSubscription$data = {
  readonly events: {
    readonly cursor: string;
    readonly event: {
      readonly id: string;
      readonly subject: string;
      readonly type: EventType;
    };
  };
};
export type EventsSubscription = {
  response: EventsSubscription$data;
  variables: EventsSubscription$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "after"
  }
],
v1 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "after",
        "variableName": "after"
      }
    ],
    "concreteType": "EventDelivery",
    "kind": "LinkedField",
    "name": "events",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "cursor",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "Event",
        "kind": "LinkedField",
        "name": "event",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "id",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "type",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "subject",
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "storageKey": null
  }
];
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "EventsSubscription",
    "selections": (v1/*:: as any*/),
    "type": "Subscription",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "EventsSubscription",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "e3c8706a2a1485d92e4de503edbacda1",
    "id": null,
    "metadata": {},
    "name": "EventsSubscription",
    "operationKind": "subscription",
    "text": "subscription EventsSubscription(\n  $after: String\n) {\n  events(after: $after) {\n    cursor\n    event {\n      id\n      type\n      subject\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "0ac5a80497a838bd9025fd0dab9196aa";

export default node;
