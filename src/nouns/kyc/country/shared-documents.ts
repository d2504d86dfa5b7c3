/** The document types about the people and the structure of a company. Every country requires them so far. */
export const COMPANY_DOCUMENTS = [
  { type: 'directors_identity', required: true, means: 'Identity documents of the directors.' },
  { type: 'directors_address_proof', required: true, means: 'Proofs of address of the directors.' },
  {
    type: 'shareholders_identity',
    required: true,
    means: 'Identity documents of the shareholders with 25 % of the shares or more.',
  },
  {
    type: 'shareholders_address_proof',
    required: true,
    means: 'Proofs of address of the shareholders with 25 % of the shares or more.',
  },
  {
    type: 'company_structure_chart',
    required: true,
    means: 'A chart of who owns and controls the company.',
  },
] as const;

export const LITIGATION_HISTORY = {
  type: 'litigation_history',
  required: false,
  means: 'Lawsuits in which the company is or was a party.',
} as const;
