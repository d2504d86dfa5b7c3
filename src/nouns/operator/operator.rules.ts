/** The counter of all operators, including disabled ones. */
export const OPERATORS = 'all/operators';

/** Subject of an event about an operator. It has no partner, because partners do not see it. */
export const aboutOperator = ({ id }: { readonly id: string }) =>
  ({ subject: `operator/${id}`, partnerId: null }) as const;

/** The additional authenticated data of the encrypted e-mail address: binds it to its row. */
export const operatorEmailAad = (id: string) => `operator.email/${id}`;
