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
    const socket = () => this.#socket();
    // As the driver calls it: new, with the result of the call.
    Object.assign(net, {
      Socket: function SocketOrWire() {
        return socket();
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

  #socket(): net.Socket | Wire {
    const owner = this.#around?.scheduler.owner ?? '';
    if (this.#around === null || !IS_INSIDE.test(owner)) return new RealSocket();
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
