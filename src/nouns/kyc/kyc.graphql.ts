import { idOf, inputOf } from '../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { inputFromZod } from '../../pipeline/graphql-kit/input-from-zod.ts';
import { graphqlName, enumValues, pascalCase, toOperationNames } from '../../pipeline/graphql-kit/naming.ts';
import { type NodeFinder, NodeInterface } from '../../pipeline/graphql-kit/node.ts';
import { queryOrNull, commandField, idArgument } from '../../pipeline/graphql-kit/run-operation.ts';
import { shownBy } from '../../pipeline/graphql-kit/shown-by.ts';
import { countries, documentTypes, meaningOfDocument, ownFieldsOf } from './countries/index.ts';
import { kycInputOf, REGISTERED_ADDRESS_MEANING } from './kyc.input.ts';
import { getKyc, updateKyc } from './kyc.operations.ts';
import { type KycView, kycViewOf } from './kyc.present.ts';
import { customerOfKyc, DOCUMENT_STATUS_MEANINGS, kycIdOf } from './kyc.rules.ts';
import { defineIndustry } from './kyc-industry.graphql.ts';
import { defineKycInterface, recordName, KycInterface } from './kyc-record.graphql.ts';
import { enumOf, enumOfValues } from '../../pipeline/graphql-kit/enum.ts';

export const DocumentTypeEnum = enumOfValues(
  'DocumentType',
  'What a supporting document shows; each country asks for some of them.',
  enumValues(documentTypes, meaningOfDocument),
);
export const DocumentStatusEnum = enumOf(
  'DocumentStatus',
  'Whether there are files of a document type.',
  DOCUMENT_STATUS_MEANINGS,
);

/**
 * If an operator reads one of these fields, that is an event. A partner's mutation returns them without an event,
 * because the partner has just sent them.
 */
const SENT_FIELDS = [
  'directorsIdentityNumber',
  'shareholdersIdentityNumber',
  'providerCompanyScreeningResult',
  'providerBatchScreeningResult',
];

/** A customer has only one record, so the record's id is the customer's id with another prefix. */
export const kycNode: NodeFinder = {
  prefix: 'kyc',
  operation: getKyc,
  async find(context, id) {
    const ids = { customer_id: customerOfKyc(id), country: null };
    const view = await queryOrNull(context, getKyc, ids);
    return view && { ...view, kyc_id: kycIdOf(view.customer_id) };
  },
};

/** A record type, an input type and a mutation for each country, and an interface and a union for all records. */
export function defineKyc(builder: Builder): void {
  defineKycInterface(builder);
  defineIndustry(builder);

  const records = Object.values(countries).map(({ code, name }) => {
    const record = builder.objectRef<KycView>(recordName(code)).implement({
      description: `The KYC record of a company in ${name}.`,
      extensions: shownBy(kycViewOf(code)),
      interfaces: [NodeInterface, KycInterface],
    });
    for (const { name: member, description } of ownFieldsOf(code)) {
      builder.objectField(record, graphqlName(member), (t) =>
        t.string({ nullable: true, description, resolve: (view) => ownText(view, member) }),
      );
    }
    const input = inputFromZod(builder, `${pascalCase(code)}KycInput`, kycInputOf(code), {
      describes: { registered_address: REGISTERED_ADDRESS_MEANING },
    });
    builder.mutationField(`update${pascalCase(code)}Kyc`, (t) =>
      t.field({
        type: record,
        description: `Replaces the whole KYC information of a customer in ${name}; fields that are left out become null.`,
        args: { customerId: t.arg.id(idOf('customer_id')), input: t.arg(inputOf(input)) },
        ...commandField(
          updateKyc,
          (args) => ({
            ids: { customer_id: idArgument(args, 'customerId'), country: code },
            input: toOperationNames(kycInputOf(code), args['input']),
          }),
          SENT_FIELDS,
        ),
      }),
    );
    return record;
  });

  const record = builder.unionType('KycRecord', {
    description: 'The KYC record of a customer, by its country; `... on Kyc` selects what all of them have.',
    types: records,
    resolveType: ({ type }) => recordName(type),
  });
  builder.queryField('kyc', (t) =>
    t.field({
      type: record,
      nullable: true,
      description: 'The KYC record of a customer; null if there is no such customer.',
      args: { customerId: t.arg.id(idOf('customer_id')) },
      extensions: runs(getKyc),
      resolve: (_root, { customerId }, context) =>
        queryOrNull(context, getKyc, { customer_id: customerId, country: null }),
    }),
  );
}

function ownText(view: KycView, name: string): string | null {
  const value: unknown = Reflect.get(view, name);
  return typeof value === 'string' ? value : null;
}
