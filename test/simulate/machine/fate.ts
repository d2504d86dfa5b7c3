import { world } from '../../../src/kernel/world.ts';
import { SECRET_KEY } from '../../support/gateway.ts';
import type { WorldDatabase } from '../database/world-database.ts';
import { losePower } from './disk.ts';
import type { Fault, Faults } from './faults.ts';
import type { GatewayProcess } from './gateway-process.ts';

const TICK_MS = 500;
/** Milliseconds until a killed process starts again. */
const DOWN_MS = 500;
/** Milliseconds by which the clock of a machine jumps, either way. */
const JUMP_MS = 10 * 60_000;
/** Milliseconds by which clocks are wrong from the begin, either way, in worlds whose clocks jump. */
const DRIFT_MS = 3_000;
const NEXT_SECRET = '7c'.repeat(32);

type Happening = Extract<
  Fault,
  'clock jump' | 'secret rotated' | 'power failure' | 'next version' | 'server restarted' | 'kill'
>;

interface Machines {
  readonly faults: Faults;
  readonly processes: readonly GatewayProcess[];
  readonly database: WorldDatabase;
  readonly folder: string;
  readonly tell: (line: string) => void;
  readonly wrong: (line: string) => void;
}

/** What happens to the machines of a world. */
export class Fate {
  readonly #faults: Faults;
  readonly #processes: readonly GatewayProcess[];
  readonly #machines: Machines;
  readonly #tell: (line: string) => void;
  readonly #skews = new Map<string, number>();
  #secrets: readonly string[] = [SECRET_KEY];

  #isLaterVersion = false;

  constructor(machines: Machines) {
    this.#machines = machines;
    this.#faults = machines.faults;
    this.#processes = machines.processes;
    this.#tell = machines.tell;
    this.#drift();
  }

  /** Two machines never agree on the time. */
  #drift(): void {
    if (!this.#faults.isDrawn('clock jump')) return;
    for (const { name } of this.#processes) {
      const ms = this.#faults.below(2 * DRIFT_MS) - DRIFT_MS;
      if (!this.#faults.isLeftOut('clock jump')) this.#skews.set(name, ms);
    }
  }

  /** The secrets of a process that starts now. */
  get secrets(): string {
    return this.#secrets.join(',');
  }

  /** By how much the clock of an owner is wrong. */
  skewOf(owner: string): number {
    return this.#skews.get(owner.split('/')[0] ?? '') ?? 0;
  }

  /** All clocks are the same again, and go forward, so that what waits for hours is due. */
  passHours(hours: number): void {
    const latest = Math.max(...this.#processes.map(({ name }) => this.skewOf(name)));
    for (const name of [...this.#processes.map((process) => process.name), 'issuer'])
      this.#skews.set(name, latest + hours * 3_600_000);
  }

  async rule(): Promise<void> {
    while (!this.#faults.isOver) {
      await world.pause(1 + this.#faults.below(TICK_MS));
      const process = this.#processes[this.#faults.below(this.#processes.length)];
      if (process === undefined || this.#faults.isOver || this.#faults.below(3) > 0) continue;
      const fault = this.#next();
      if (fault === null || this.#faults.isLeftOut(fault)) continue;
      if (fault === 'clock jump') this.#jump(process);
      else if (fault === 'secret rotated') await this.#rotate();
      else if (fault === 'power failure') await this.#powerFailure();
      else if (fault === 'next version') await this.#upgrade();
      else if (fault === 'server restarted') await this.#restartServer();
      else await this.#restart(process);
    }
  }

  #next(): Happening | null {
    const oneOf = (fault: Fault, count: number) =>
      this.#faults.isDrawn(fault) && this.#faults.below(count) === 0;
    if (oneOf('clock jump', 2)) return 'clock jump';
    if (oneOf('secret rotated', 4)) return 'secret rotated';
    if (oneOf('power failure', 3)) return 'power failure';
    if (oneOf('next version', 6) && !this.#isLaterVersion) return 'next version';
    if (oneOf('server restarted', 3)) return 'server restarted';
    return this.#faults.isDrawn('kill') ? 'kill' : null;
  }

  #jump({ name }: GatewayProcess): void {
    const ms = this.#faults.below(2 * JUMP_MS) - JUMP_MS;
    this.#skews.set(name, this.skewOf(name) + ms);
    this.#tell(`the clock of ${name} jumps by ${Math.round(ms / 1_000)} s`);
  }

  async #restart(process: GatewayProcess): Promise<void> {
    process.kill();
    this.#tell(`${process.name} is killed`);
    await world.pause(1 + this.#faults.below(DOWN_MS));
    process.start();
  }

  async #powerFailure(): Promise<void> {
    for (const process of this.#processes) process.kill();
    losePower();
    this.#tell('the power fails: both gateways end, and the disk loses what was not synced');
    await world.pause(1 + this.#faults.below(DOWN_MS));
    for (const process of this.#processes) process.start();
  }

  async #restartServer(): Promise<void> {
    this.#tell('the database server ends at once');
    await this.#machines.database.restart?.(() => world.pause(1 + this.#faults.below(DOWN_MS)));
    this.#tell('the database server is up again');
  }

  /** The gateways of this version serve meanwhile. Then one after another starts again, on the tables of the next version. */
  async #upgrade(): Promise<void> {
    const { database, folder, wrong } = this.#machines;
    this.#isLaterVersion = true;
    this.#tell('the next version begins to bring the tables up to date');
    try {
      await database.upgrade(folder);
    } catch (error) {
      return wrong(`the next version did not bring the tables up to date: ${String(error)}`);
    }
    this.#tell('the tables are of the next version');
    for (const process of this.#processes) {
      await world.pause(1 + this.#faults.below(TICK_MS));
      if (!this.#faults.isOver) await this.#restart(process);
    }
  }

  /** Every process learns the next secret, and then uses it first, as the guides say. */
  async #rotate(): Promise<void> {
    if (this.#secrets.length > 1) return;
    for (const secrets of [
      [SECRET_KEY, NEXT_SECRET],
      [NEXT_SECRET, SECRET_KEY],
    ]) {
      this.#secrets = secrets;
      this.#tell(
        secrets[0] === SECRET_KEY ? 'a second secret is made known' : 'the second secret comes first',
      );
      for (const process of this.#processes) {
        await this.#restart(process);
        while (!process.isUp) await world.pause(100);
      }
    }
  }
}
