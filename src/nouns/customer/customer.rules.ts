/** The counter of an owner's customers. The owner is a partner, or all partners. */
export const customersOf = (owner: string) => `${owner}/customers`;
