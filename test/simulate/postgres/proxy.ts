import net from 'node:net';
import { type Around, Wire } from './wire.ts';

/** Owners whose connections are part of the world. The others look at the server from outside. */
const IS_INSIDE = /^(?:gateway|checker|scene|next version)/;

const { Socket: RealSocket } = net;

/** All wires of the present world. */
export class Proxy {
  #around: Around | null = null;
  readonly #wires = new Set<Wire>();
  /** Processes that were killed: what still runs of them reaches no server. */
  readonly #dead = new Set<string>();
  #count = 0;

  /** From now on the driver of PostgreSQL gets a wire where it asks Node for a socket. */
  constructor() {
    const wire = () => this.#wire();
    // It is called with new, and then the result of the call counts. Node itself makes its pipes by it, from options.
    Object.assign(net, {
      Socket: function SocketOrWire(...options: ConstructorParameters<typeof net.Socket>) {
        return (options.length === 0 ? wire() : null) ?? new RealSocket(...options);
      },
    });
  }

  begin(around: Around): void {
    this.end();
    this.#around = around;
    this.#count = 0;
  }

  /** A process of the world has ended. */
  endOf(owner: string): void {
    this.#dead.add(owner);
    for (const wire of this.#wires) if (wire.owner === owner) this.#cut(wire);
  }

  /** The world is over. */
  end(): void {
    for (const wire of this.#wires) this.#cut(wire);
    this.#dead.clear();
    this.#around = null;
  }

  /** Null if the present owner is not part of the world. */
  #wire(): Wire | null {
    const owner = this.#around?.scheduler.owner ?? '';
    if (this.#around === null || !IS_INSIDE.test(owner)) return null;
    const wire = new Wire(this.#around, owner, (this.#count += 1));
    this.#wires.add(wire);
    wire.once('close', () => this.#wires.delete(wire));
    if (this.#dead.has(owner)) this.#cut(wire);
    return wire;
  }

  #cut(wire: Wire): void {
    this.#wires.delete(wire);
    wire.cut();
  }
}
