import Database from 'better-sqlite3';

/** Tells which owner opens a file now. */
let ownerNow: () => string = () => '';
const opened = new Map<string, Set<Database.Database>>();

// Each connection sets its pragmas first.
const { pragma } = Database.prototype;
Database.prototype.pragma = function noted(this: Database.Database, ...args) {
  const owner = ownerNow();
  const files = opened.get(owner);
  if (files === undefined) opened.set(owner, new Set([this]));
  else files.add(this);
  return pragma.apply(this, args);
};

export function watchOpenFiles(owner: () => string): void {
  ownerNow = owner;
  opened.clear();
}

/** Closes every file of an owner, as the system does when a process ends. What was not committed is undone. */
export function closeFilesOf(owner: string): void {
  for (const file of opened.get(owner) ?? []) if (file.open) file.close();
  opened.delete(owner);
}
