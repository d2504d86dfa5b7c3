import { OperationError, type Problem } from '../../../kernel/errors.ts';

/**
 * The error for a body with texts that a database cannot store. The body itself was parsed, so an API can give the
 * position of such a text in its own names.
 */
export class FlawedBody extends OperationError {
  readonly body: Readonly<Record<string, unknown>>;

  constructor(problems: readonly [Problem, ...Problem[]], body: Readonly<Record<string, unknown>>) {
    super(problems);
    this.body = body;
  }
}
