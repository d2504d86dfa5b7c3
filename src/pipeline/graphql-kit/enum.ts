import { EnumRef } from '@pothos/core';
import type { Builder } from './builder.ts';
import { describedValues, type EnumValues } from './naming.ts';

type Enum<Word> = EnumRef<Builder['$inferSchemaTypes'], Word>;

/** Every enum of the API, by its name. */
const enums = new Map<string, Enum<unknown>>();

/** The enum with a name, for the members of inputs; undefined if there is none. */
export const enumNamed = (name: string): Enum<unknown> | undefined => enums.get(name);

/** Adds every enum to a schema. */
export function addEnums(builder: Builder): void {
  for (const each of enums.values()) builder.configStore.addTypeRef(each);
}

/** An enum whose members are the words of a table, each with its meaning. */
export const enumOf = <Word extends string>(
  name: string,
  description: string,
  meanings: Readonly<Record<Word, string>>,
): Enum<Word> => enumOfValues(name, description, describedValues(meanings));

/** Like `enumOf`, for words that no such table describes. */
export function enumOfValues<Word extends string>(
  name: string,
  description: string,
  values: EnumValues<Word>,
): Enum<Word> {
  const options = { description, values };
  const made: Enum<Word> = new EnumRef(name);
  made.updateConfig({ kind: 'Enum', graphqlKind: 'Enum', name, ...options, pothosOptions: options });
  enums.set(name, made);
  return made;
}
