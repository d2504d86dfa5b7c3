/**
 * @generated SignedSource<<575ea441a3fc0fa0b49ee0a55d99f166>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type DocumentStatus = "MISSING" | "NOT_UPLOADED" | "UPLOADED" | "%future added value";
export type DocumentType = "BUSINESS_REGISTRATION_CERTIFICATE" | "COMPANY_STRUCTURE_CHART" | "DIRECTORS_ADDRESS_PROOF" | "DIRECTORS_IDENTITY" | "LITIGATION_HISTORY" | "NAR1" | "NNC1" | "REGISTRATION_OF_BUSINESS" | "SHAREHOLDERS_ADDRESS_PROOF" | "SHAREHOLDERS_IDENTITY" | "%future added value";
export type KycStatus = "COMPLETE" | "INCOMPLETE" | "MISSING_SUPPORTING_DOCUMENTS" | "%future added value";
export type UploadDocumentsInput = {
  files: ReadonlyArray<UploadFileInput>;
  type: DocumentType;
};
export type UploadFileInput = {
  file: File;
  filename: string;
  hash: string;
  mimeType: string;
};
export type UploadMutation$variables = {
  customerId: string;
  input: UploadDocumentsInput;
};
export type UploadMutation$data = {
  readonly uploadDocuments: {
    readonly kyc: {
      readonly id: string;
      readonly status: KycStatus;
    } | null | undefined;
    readonly status: DocumentStatus;
    readonly type: DocumentType;
  } | null | undefined;
};
export type UploadMutation = {
  response: UploadMutation$data;
  variables: UploadMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "customerId"
  },
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "input"
  }
],
v1 = [
  {
    "kind": "Variable",
    "name": "customerId",
    "variableName": "customerId"
  },
  {
    "kind": "Variable",
    "name": "input",
    "variableName": "input"
  }
],
v2 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "type",
  "storageKey": null
},
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "status",
  "storageKey": null
},
v4 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "UploadMutation",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": "SupportingDocument",
        "kind": "LinkedField",
        "name": "uploadDocuments",
        "plural": false,
        "selections": [
          (v2/*:: as any*/),
          (v3/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": null,
            "kind": "LinkedField",
            "name": "kyc",
            "plural": false,
            "selections": [
              (v4/*:: as any*/),
              (v3/*:: as any*/)
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "UploadMutation",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": "SupportingDocument",
        "kind": "LinkedField",
        "name": "uploadDocuments",
        "plural": false,
        "selections": [
          (v2/*:: as any*/),
          (v3/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": null,
            "kind": "LinkedField",
            "name": "kyc",
            "plural": false,
            "selections": [
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "__typename",
                "storageKey": null
              },
              (v4/*:: as any*/),
              (v3/*:: as any*/)
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "943d0b23efd21c50dc039e4196fb1a92",
    "id": null,
    "metadata": {},
    "name": "UploadMutation",
    "operationKind": "mutation",
    "text": "mutation UploadMutation(\n  $customerId: ID!\n  $input: UploadDocumentsInput!\n) {\n  uploadDocuments(customerId: $customerId, input: $input) {\n    type\n    status\n    kyc {\n      __typename\n      id\n      status\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "b0500dcfaabf63b09e6f8b02bd3d06cc";

export default node;
