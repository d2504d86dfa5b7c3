/**
 * The parts that only a full Request or Response has. It is created when such a part is first read, because creating it
 * takes as long as finding a row.
 */
export abstract class BodyInFull<Whole extends Request | Response> {
  /** The request or response in full. */
  protected abstract get whole(): Whole;

  get body() {
    return this.whole.body;
  }

  get bodyUsed() {
    return this.whole.bodyUsed;
  }

  arrayBuffer() {
    return this.whole.arrayBuffer();
  }

  blob() {
    return this.whole.blob();
  }

  bytes() {
    return this.whole.bytes();
  }

  formData() {
    return this.whole.formData();
  }

  json() {
    return this.whole.json();
  }

  text() {
    return this.whole.text();
  }
}
