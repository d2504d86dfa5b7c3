import { Response as PlainResponse } from '@whatwg-node/fetch';

/** An answer with its complete body. */
interface WholeAnswer {
  readonly status: number;
  /** By the names that they are sent with. */
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

/**
 * A response that the server can send at once, without reading its body as a stream. Headers that are set on `headers`
 * are set in `answer`.
 */
export class WholeResponse extends PlainResponse {
  readonly answer: WholeAnswer;

  constructor(answer: WholeAnswer) {
    super(answer.body, answer);
    this.answer = answer;
  }
}
