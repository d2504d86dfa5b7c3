/** Binds the sealed reason to its row. */
export const requestReasonPlace = (customerId: string, type: string) =>
  `document_request.reason/${customerId}/${type}`;
