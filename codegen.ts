import type { CodegenConfig } from '@graphql-codegen/cli';

const generated = 'test/support/graphql/generated/';

const config: CodegenConfig = {
  schema: 'schema.graphql',
  // Elsewhere tests write documents that are wrong on purpose, or put together as they run.
  documents: 'test/**/documents.ts',
  ignoreNoDocuments: true,
  generates: {
    [generated]: {
      preset: 'client',
      // A test reads what came back as it is, fragment or not.
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'string',
        enumType: 'string-literal',
        importExtension: '.ts',
        useTypeImports: true,
        // A scalar that is not in this list stops the generation instead of becoming `any`.
        strictScalars: true,
        scalars: {
          ID: 'string',
          CountryCode: 'string',
          Date: 'string',
          DateTime: 'string',
          EmailAddress: 'string',
          File: 'File',
          JSON: 'unknown',
          JSONObject: 'Record<string, unknown>',
          LocalDate: 'string',
          NonNegativeInt: 'number',
          PhoneNumber: 'string',
          PositiveInt: 'number',
          SafeInt: 'number',
          URL: 'string',
        },
      },
    },
  },
};

export default config;
