import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { atMost, runs, upTo } from '../../pipeline/graphql-kit/field-facts.ts';
import { graphqlName, pascalCase } from '../../pipeline/graphql-kit/naming.ts';
import { defineLoader } from '../../pipeline/graphql-kit/loader.ts';
import { NodeInterface } from '../../pipeline/graphql-kit/node.ts';
import { shownBy } from '../../pipeline/graphql-kit/shown-by.ts';
import { recordDisclosure } from '../../pipeline/graphql-kit/run-operation.ts';
import type { RequestContext } from '../../pipeline/graphql-kit/request-context.ts';
import { spellPath } from '../../kernel/errors.ts';
import { ID_MEANINGS } from '../../kernel/nouns.ts';
import { countries, type KycWarning, warningKinds, warningsOfPeopleMax } from './countries/index.ts';
import { AddressView, DirectorView, KycView, ShareholderView, warningsOf } from './kyc.present.ts';
import { readIdentityNumbers, readScreeningResults } from './disclosure/kyc-read.operations.ts';
import { WEBSITE_SIZE } from '../../kernel/input/fields.ts';
import { PEOPLE_MAX, SCREENING_RESULT_SIZE } from './kyc.input.ts';
import { kycIdOf } from './kyc.rules.ts';
import { enumOf, enumOfValues } from '../../pipeline/graphql-kit/enum.ts';
import { IDENTITY_TYPE_MEANINGS } from './kyc.input.ts';
import { KYC_STATUS_MEANINGS } from './kyc.rules.ts';
import { interfaceNamed } from '../../pipeline/graphql-kit/object.ts';

export const KycInterface = interfaceNamed<KycView>('Kyc');

const IdentityTypeEnum = enumOf(
  'IdentityType',
  'The kind of document that has an identity number.',
  IDENTITY_TYPE_MEANINGS,
);
export const KycStatusEnum = enumOf(
  'KycStatus',
  'Whether a KYC record is complete, or what is missing.',
  KYC_STATUS_MEANINGS,
);
const KycTypeEnum = enumOfValues(
  'KycType',
  'A country with KYC.',
  Object.fromEntries(
    Object.values(countries).map(({ code, name }) => [code, { value: code, description: `${name}.` }]),
  ),
);

/** The GraphQL type of a country's records. */
export const recordName = (country: string) => `${pascalCase(country)}KycRecord`;

/** The interface over the records of all countries. */
export function defineKycInterface(builder: Builder): void {
  const address = defineAddress(builder);
  builder.interfaceType(KycInterface, {
    description:
      'The fields of the KYC records of all countries. A field that the partner has not sent yet is null or an empty list.',
    extensions: shownBy(KycView),
    interfaces: [NodeInterface],
    resolveType: (view) => recordName(view.type),
    fields: (t) => ({
      id: t.id({
        description: ID_MEANINGS.get('kyc_id') ?? '',
        resolve: ({ customer_id }) => kycIdOf(customer_id),
      }),
      customerId: t.exposeID('customer_id'),
      type: t.expose('type', { type: KycTypeEnum }),
      status: t.expose('status', { type: KycStatusEnum }),
      legalName: t.exposeString('legal_name', { nullable: true }),
      registeredAddress: t.expose('registered_address', { type: address, nullable: true }),
      operatingAddress: t.expose('operating_address', { type: address, nullable: true }),
      website: t.expose('website', { type: 'URL', nullable: true, extensions: upTo(WEBSITE_SIZE) }),
      businessRegistrationNumber: t.exposeString('business_registration_number', { nullable: true }),
      dateOfIncorporation: t.expose('date_of_incorporation', { type: 'LocalDate', nullable: true }),
      corporateEntitiesNumber: t.expose('corporate_entities_number', { type: 'SafeInt', nullable: true }),
      isic: t.exposeString('isic', { nullable: true }),
      isSensitiveBusiness: t.exposeBoolean('is_sensitive_business', { nullable: true }),
      hasComplexStructure: t.exposeBoolean('has_complex_structure', { nullable: true }),
      hasNamecheckHits: t.exposeBoolean('has_namecheck_hits', { nullable: true }),
      namecheckResult: t.expose('namecheck_result', {
        type: 'JSONObject',
        nullable: true,
        extensions: upTo(SCREENING_RESULT_SIZE),
      }),
      warnings: t.field({
        type: [defineWarning(builder)],
        extensions: atMost(warningsOfPeopleMax(2 * PEOPLE_MAX)),
        description: 'What an operator should check; a warning refuses nothing.',
        resolve: (view) => [...warningsOf(view)],
      }),
      revision: t.exposeInt('revision', {
        description: 'Rises with every change of the information or the files.',
      }),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      updatedAt: t.expose('updated_at', { type: 'DateTime' }),
    }),
  });
  defineIdentityNumbers(builder);
  defineScreeningResults(builder);
}

function defineAddress(builder: Builder) {
  return builder.objectRef<NonNullable<KycView['registered_address']>>('Address').implement({
    description: 'An address in any country.',
    extensions: shownBy(AddressView),
    fields: (t) => ({
      addressLine1: t.exposeString('address_line_1'),
      addressLine2: t.exposeString('address_line_2', { nullable: true }),
      addressLine3: t.exposeString('address_line_3', { nullable: true }),
      postalCode: t.exposeString('postal_code'),
      city: t.exposeString('city'),
      country: t.exposeString('country'),
    }),
  });
}

/** Adds the identity numbers of people. Reading them is recorded as an event. */
function defineIdentityNumbers(builder: Builder): void {
  const director = builder
    .objectRef<KycView['directors_identity_number'][number]>('DirectorIdentity')
    .implement({
      description: 'A director of the company.',
      extensions: shownBy(DirectorView),
      fields: (t) => ({ type: t.expose('type', { type: IdentityTypeEnum }), number: t.exposeString('id') }),
    });
  const shareholder = builder
    .objectRef<KycView['shareholders_identity_number'][number]>('ShareholderIdentity')
    .implement({
      description: 'A person who holds shares of the company, or of one that holds shares.',
      extensions: shownBy(ShareholderView),
      fields: (t) => ({
        companyLegalName: t.exposeString('company_legal_name'),
        type: t.expose('type', { type: IdentityTypeEnum }),
        number: t.exposeString('id'),
      }),
    });
  builder.interfaceFields(KycInterface, (t) => ({
    directorsIdentityNumber: t.field({
      type: [director],
      extensions: { ...runs(readIdentityNumbers), ...atMost(PEOPLE_MAX) },
      resolve: (view, _args, context) => shown(context, view, view.directors_identity_number),
    }),
    shareholdersIdentityNumber: t.field({
      type: [shareholder],
      extensions: { ...runs(readIdentityNumbers), ...atMost(PEOPLE_MAX) },
      resolve: (view, _args, context) => shown(context, view, view.shareholders_identity_number),
    }),
  }));
}

/** Adds the results of screening. Reading them is recorded as an event. */
function defineScreeningResults(builder: Builder): void {
  builder.interfaceFields(KycInterface, (t) => ({
    providerCompanyScreeningResult: t.field({
      type: 'JSONObject',
      nullable: true,
      extensions: { ...runs(readScreeningResults), ...upTo(SCREENING_RESULT_SIZE) },
      resolve: (view, _args, context) => screened(context, view, view.provider_company_screening_result),
    }),
    providerBatchScreeningResult: t.field({
      type: 'JSONObject',
      nullable: true,
      extensions: { ...runs(readScreeningResults), ...upTo(SCREENING_RESULT_SIZE) },
      resolve: (view, _args, context) => screened(context, view, view.provider_batch_screening_result),
    }),
  }));
}

/**
 * Records that identity numbers are shown: once for each record in a request, and for all records of a list together.
 */
const identityRead = defineLoader(async (context, customer_ids) => {
  await recordDisclosure(context, readIdentityNumbers, { customer_ids });
  return new Map(customer_ids.map((id) => [id, true]));
});

/** Records that screening results are shown, in the same way. */
const screeningRead = defineLoader(async (context, customer_ids) => {
  await recordDisclosure(context, readScreeningResults, { customer_ids });
  return new Map(customer_ids.map((id) => [id, true]));
});

async function screened<Result>(context: RequestContext, { customer_id }: KycView, result: Result | null) {
  if (result !== null) await screeningRead(context, customer_id);
  return result;
}

async function shown<Identity>(
  context: RequestContext,
  { customer_id }: KycView,
  numbers: readonly Identity[],
): Promise<Identity[]> {
  if (numbers.length > 0) await identityRead(context, customer_id);
  return [...numbers];
}

const KycWarningCodeEnum = enumOfValues(
  'KycWarningCode',
  'What an operator should check in the file.',
  Object.fromEntries(
    warningKinds.map(({ code: value, when, source }) => [
      value.toUpperCase(),
      { value, description: `${when} Source: ${source}` },
    ]),
  ),
);

function defineWarning(builder: Builder) {
  return builder.objectRef<KycWarning>('KycWarning').implement({
    description: 'A value that an operator should check.',
    fields: (t) => ({
      code: t.expose('code', { type: KycWarningCodeEnum, description: 'What should be checked.' }),
      param: t.string({
        description: 'Which field, such as directorsIdentityNumber[0].number.',
        resolve: ({ path }) => spellPath(path, graphqlName),
      }),
    }),
  });
}
