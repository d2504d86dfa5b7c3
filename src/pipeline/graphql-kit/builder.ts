import SchemaBuilder from '@pothos/core';
import ZodPlugin from '@pothos/plugin-zod';
import type { StagedFile } from '../../engine/blob/encrypted/staging.ts';
import type { OperationError } from '../../kernel/errors.ts';
import { refusalOfArguments } from './argument-refusal.ts';
import type { RequestContext } from './request-context.ts';
import * as scalars from './scalars.ts';

interface Text {
  Input: string;
  Output: string;
}
interface Count {
  Input: number;
  Output: number;
}

interface SchemaTypes {
  Context: RequestContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: Text;
    DateTime: Text;
    LocalDate: Text;
    EmailAddress: Text;
    PhoneNumber: Text;
    CountryCode: Text;
    URL: Text;
    NonNegativeInt: Count;
    SafeInt: Count;
    JSONObject: { Input: object; Output: object };
    File: { Input: StagedFile; Output: never };
  };
}

/** The schema under construction; every feature adds its types and fields to it. */
export function createBuilder() {
  const builder = new SchemaBuilder<SchemaTypes>({
    plugins: [ZodPlugin],
    defaultFieldNullability: false,
    // Only page arguments are validated here; operations validate everything else. See `connection.ts`.
    zod: { validationError: (error, args): OperationError => refusalOfArguments(error, args) },
  });
  builder.addScalarType('DateTime', scalars.DateTime);
  builder.addScalarType('LocalDate', scalars.LocalDate);
  builder.addScalarType('EmailAddress', scalars.EmailAddress);
  builder.addScalarType('PhoneNumber', scalars.PhoneNumber);
  builder.addScalarType('CountryCode', scalars.CountryCode);
  builder.addScalarType('URL', scalars.Url);
  builder.addScalarType('NonNegativeInt', scalars.NonNegativeInt);
  builder.addScalarType('SafeInt', scalars.SafeInt);
  builder.addScalarType('JSONObject', scalars.JsonObject);
  builder.addScalarType('File', scalars.File);
  builder.queryType({ description: 'What can be read.' });
  builder.mutationType({
    description:
      'What can be changed. Fields run one after another; one that fails is null and undoes no other.',
  });
  return builder;
}

export type Builder = ReturnType<typeof createBuilder>;

export type ScalarName = keyof SchemaTypes['Scalars'];

const SCALAR_NAMES: Readonly<Record<ScalarName, true>> = {
  ID: true,
  DateTime: true,
  LocalDate: true,
  EmailAddress: true,
  PhoneNumber: true,
  CountryCode: true,
  URL: true,
  NonNegativeInt: true,
  SafeInt: true,
  JSONObject: true,
  File: true,
};

export const isScalarName = (name: string): name is ScalarName => Object.hasOwn(SCALAR_NAMES, name);
