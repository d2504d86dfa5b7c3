import type { EntityMetadata } from '@mikro-orm/core';

/** Makes numbers that SQLite assigns an `integer`: only a key of exactly this type is its row id. */
export function rowidKeys(entity: EntityMetadata): void {
  for (const property of entity.props) {
    if (property.primary === true && property.autoincrement === true) property.columnTypes = ['integer'];
  }
}
