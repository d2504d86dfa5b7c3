import type { CodegenConfig } from '@graphql-codegen/cli';

/** What the documents of tests and those of the console have in common. */
const shared = {
  preset: 'client',
  // Who asks reads what came back as it is, fragment or not.
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
} as const;

const config: CodegenConfig = {
  schema: 'schema.graphql',
  ignoreNoDocuments: true,
  generates: {
    'test/support/graphql/generated/': {
      ...shared,
      // Elsewhere tests write documents that are wrong on purpose, or put together as they run.
      documents: 'test/**/documents.ts',
    },
    'src/pages/console-kit/generated/': {
      ...shared,
      documents: 'src/pages/{console,console-kit}/**/*.graphql',
    },
    'src/pages/console-kit/generated/filters.ts': { plugins: ['./codegen-filters.ts'] },
  },
};

export default config;
