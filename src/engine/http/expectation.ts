import { refusal } from '../../kernel/errors.ts';

/** Throws for an `Expect` header other than `100-continue`, which the server handles when the body is read. */
export function requireNoExpectation({ headers }: Request): void {
  const expectation = headers.get('expect') ?? '100-continue';
  if (expectation.toLowerCase() !== '100-continue')
    throw refusal('expectation_failed', 'The Expect header must be "100-continue" or absent.');
}
