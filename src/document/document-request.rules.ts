/** Binds the sealed reason to its row. */
export const requestReasonAad = (customerId: string, type: string) =>
  `document_request.reason/${customerId}/${type}`;
