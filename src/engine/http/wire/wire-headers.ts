import type { IncomingHttpHeaders } from 'node:http';

/**
 * The headers of a Node message in the form that a Request has. A request has some fifteen headers and the gateway
 * reads two, so they are copied only if all are read or one is changed.
 */
export class WireHeaders implements Headers {
  readonly #sent: IncomingHttpHeaders;
  #copy: Headers | null = null;

  constructor(sent: IncomingHttpHeaders) {
    this.#sent = sent;
  }

  get(name: string): string | null {
    if (this.#copy !== null) return this.#copy.get(name);
    const value = this.#sent[name] ?? this.#sent[name.toLowerCase()];
    return value === undefined ? null : String(value);
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  get #all(): Headers {
    this.#copy ??= new Headers(
      Object.entries(this.#sent).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return this.#copy;
  }

  append(name: string, value: string): void {
    this.#all.append(name, value);
  }

  set(name: string, value: string): void {
    this.#all.set(name, value);
  }

  delete(name: string): void {
    this.#all.delete(name);
  }

  forEach(callback: (value: string, name: string, headers: Headers) => void): void {
    for (const [name, value] of this.#all) callback(value, name, this);
  }

  getSetCookie() {
    return this.#all.getSetCookie();
  }

  keys() {
    return this.#all.keys();
  }

  values() {
    return this.#all.values();
  }

  entries() {
    return this.#all.entries();
  }

  [Symbol.iterator]() {
    return this.#all[Symbol.iterator]();
  }
}
