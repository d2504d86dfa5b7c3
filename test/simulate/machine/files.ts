import * as fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { world } from '../../../src/kernel/world.ts';
import { BEGIN } from '../world/virtual-world.ts';

/** What a simulated disk notes of a file. */
interface Watch {
  readonly onMade: (path: string) => void;
  readonly onSynced: (path: string) => void;
  readonly onRenamed: (from: string, to: string) => void;
}

/** Bytes of the disk that are free, in blocks: the real disk must not decide anything. */
const FREE = { bavail: 1_000_000, bsize: 4_096 };

const open = new Set<File>();
/** When each file was written, by the clock of who wrote it. */
const writtenAt = new Map<string, number>();

/** An open file. Node's own does its work in threads, which end in the order of the real time. */
class File implements AsyncDisposable {
  readonly #fd: number;
  readonly #path: string;
  readonly #watch: Watch;

  constructor(fd: number, path: string, watch: Watch) {
    this.#fd = fd;
    this.#path = path;
    this.#watch = watch;
    open.add(this);
  }

  async read(buffer: NodeJS.ArrayBufferView, offset: number, length: number, position: number | null) {
    return { bytesRead: fs.readSync(this.#fd, buffer, offset, length, position), buffer };
  }

  async write(buffer: NodeJS.ArrayBufferView, offset?: number) {
    return { bytesWritten: fs.writeSync(this.#fd, buffer, offset), buffer };
  }

  async sync(): Promise<void> {
    this.#watch.onSynced(this.#path);
  }

  async close(): Promise<void> {
    this.closeNow();
  }

  closeNow(): void {
    if (open.delete(this)) fs.closeSync(this.#fd);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function stat(path: fs.PathLike): fs.Stats {
  const found = fs.statSync(path);
  const ms = writtenAt.get(String(path)) ?? BEGIN;
  return Object.assign(found, { mtimeMs: ms, mtime: new Date(ms) });
}

/** In the order of names, because each file system has an order of its own. */
const entriesOf = (folder: string): fs.Dirent[] =>
  fs
    .readdirSync(folder, { withFileTypes: true })
    .toSorted((one, two) => Number(one.name > two.name) - Number(one.name < two.name));

function rename(from: string, to: string): void {
  fs.renameSync(from, to);
  writtenAt.set(to, writtenAt.get(from) ?? BEGIN);
  writtenAt.delete(from);
}

/** Puts files without threads in the place of `node:fs/promises`, for the rest of this process. */
export function useFilesWithoutThreads(watch: Watch): void {
  Object.assign(fs.promises, {
    async open(path: string, flags: string, mode?: number) {
      const file = new File(fs.openSync(path, flags, mode), path, watch);
      if (!flags.startsWith('w')) return file;
      writtenAt.set(path, world.time());
      watch.onMade(path);
      return file;
    },
    async rename(from: string, to: string) {
      rename(from, to);
      watch.onRenamed(from, to);
    },
    async writeFile(...[path, ...args]: Parameters<typeof fs.writeFileSync>) {
      fs.writeFileSync(path, ...args);
      writtenAt.set(String(path), world.time());
    },
    opendir: async (folder: string) => entriesOf(folder),
    readdir: async (folder: string) => entriesOf(folder).map(({ name }) => name),
    stat: async (path: string) => stat(path),
    statfs: async () => FREE,
    access: async (...args: Parameters<typeof fs.accessSync>) => fs.accessSync(...args),
    link: async (...args: Parameters<typeof fs.linkSync>) => fs.linkSync(...args),
    mkdir: async (...args: Parameters<typeof fs.mkdirSync>) => fs.mkdirSync(...args),
    readFile: async (...args: Parameters<typeof fs.readFileSync>) => fs.readFileSync(...args),
    rm: async (...args: Parameters<typeof fs.rmSync>) => fs.rmSync(...args),
  });
  syncBuiltinESMExports();
}

/** Closes what killed processes left open, and forgets when files were written. */
export function forgetFiles(): void {
  for (const file of open) file.closeNow();
  writtenAt.clear();
}
