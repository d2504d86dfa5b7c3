/** The additional authenticated data of the encrypted reason: binds it to its row. */
export const requestReasonAad = (customerId: string, type: string) =>
  `document_request.reason/${customerId}/${type}`;
