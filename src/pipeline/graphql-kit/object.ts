import { InterfaceRef, ObjectRef } from '@pothos/core';
import type { Builder } from './builder.ts';

type Types = Builder['$inferSchemaTypes'];

/** An object of the API, for the fields of other files that show it. `builder.objectType` gives it its own fields. */
export const objectNamed = <View>(name: string): ObjectRef<Types, View> => new ObjectRef(name);

/** Like `objectNamed`, for an interface. */
export const interfaceNamed = <View>(name: string): InterfaceRef<Types, View> => new InterfaceRef(name);
