import { type EntityMetadata, ReferenceKind } from '@mikro-orm/core';

/** The collation that compares byte by byte; every PostgreSQL has it under this name. */
const BYTEWISE = 'C';

/**
 * Makes every string of an entity a `text` that compares bytewise, which is what SQLite does without being told:
 * lengths are judged when input is read, and lists run in the order of their ids.
 */
export function bytewiseTexts(entity: EntityMetadata): void {
  for (const property of entity.props) {
    const type = String(Reflect.get(Object(property.type), 'name') ?? property.type);
    if (property.kind !== ReferenceKind.SCALAR || !/^(?:StringType|TextType)$/.test(type)) continue;
    property.columnTypes = ['text'];
    property.collation = BYTEWISE;
  }
}
