import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { INDUSTRY_SCHEMES, industryOf, schemeOf } from './countries/industry.ts';
import { KycInterface } from './kyc-record.graphql.ts';
import { enumOfValues } from '../../pipeline/graphql-kit/enum.ts';

const OR = new Intl.ListFormat('en', { type: 'disjunction' });

const IndustrySchemeEnum = enumOfValues(
  'IndustryScheme',
  'A classification of industries. One code means different things in two of them.',
  Object.fromEntries(
    INDUSTRY_SCHEMES.map(({ name, title, digits }) => [
      name.toUpperCase(),
      { value: name, description: `${title}: codes of ${OR.format(digits.map(String))} digits.` },
    ]),
  ),
);

/** Adds the scheme of the industry code, and its meaning in that scheme. */
export function defineIndustry(builder: Builder): void {
  builder.interfaceFields(KycInterface, (t) => ({
    isicScheme: t.field({
      type: IndustrySchemeEnum,
      nullable: true,
      description: 'The scheme of `isic`, by its number of digits; null if no scheme has this number.',
      resolve: ({ isic }) => (isic === null ? null : schemeOf(isic)),
    }),
    isicIndustry: t.string({
      nullable: true,
      description:
        'A short title of the section of `isic` in its scheme; null if the scheme has no such code.',
      resolve: ({ isic }) => (isic === null ? null : industryOf(isic)),
    }),
  }));
}
