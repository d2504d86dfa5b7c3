import { type EntityMetadata, ReferenceKind } from '@mikro-orm/core';

/** The collation that compares byte by byte. Every PostgreSQL has it under this name. */
const BYTEWISE = 'C';

/**
 * Makes every string of an entity a `text` that compares byte by byte, as in SQLite. Lengths are checked when input is
 * read, and lists are sorted by id.
 */
export function bytewiseTexts(entity: EntityMetadata): void {
  for (const property of entity.props) {
    const type = String(Reflect.get(Object(property.type), 'name') ?? property.type);
    if (property.kind !== ReferenceKind.SCALAR || !/^(?:StringType|TextType)$/.test(type)) continue;
    property.columnTypes = ['text'];
    property.collation = BYTEWISE;
  }
}
