/** The problems that a value of a request can have, as GraphQL shows them: code, place and sentence. */
export const invalid = (param: string, says: string) => ({
  code: 'parameter_invalid',
  param,
  message: `${param} ${says}.`,
});

export const missing = (param: string) => ({
  code: 'parameter_missing',
  param,
  message: `${param} is required.`,
});

export const unknown = (param: string, meant?: string) => ({
  code: 'parameter_unknown',
  param,
  message: `${param} is not a known member.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
});
