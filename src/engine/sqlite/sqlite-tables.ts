import type { EntityMetadata } from '@mikro-orm/core';

/**
 * Gives the type `integer` to number keys that SQLite assigns: only a key of exactly this type is the row id. Leaves out
 * the indexes of ranges, which SQLite does not have.
 */
export function sqliteTables(entity: EntityMetadata): void {
  for (const property of entity.props) {
    if (property.primary === true && property.autoincrement === true) property.columnTypes = ['integer'];
  }
  entity.indexes = entity.indexes.filter(({ type }) => type !== 'brin');
}
