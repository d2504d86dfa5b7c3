import { OperationError, type Problem } from '../kernel/errors.ts';

/** A refusal of a body for texts in it that no database keeps. It is well-formed, so an API may say where they stand in its own names. */
export class FlawedBody extends OperationError {
  readonly body: Readonly<Record<string, unknown>>;

  constructor(problems: readonly [Problem, ...Problem[]], body: Readonly<Record<string, unknown>>) {
    super(problems);
    this.body = body;
  }
}
