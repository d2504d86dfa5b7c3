import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countries,
  countryOf,
  documentTypes,
  isKycCountry,
  kycWarnings,
  ownFieldsOf,
  warningKinds,
  warningsOfPeopleMax,
} from '../../../../src/nouns/kyc/countries/index.ts';
import type { KycDetails } from '../../../../src/nouns/kyc/country/kyc-details.ts';
import { KycView } from '../../../../src/nouns/kyc/kyc.present.ts';
import { anyText } from './any-text.ts';

const TODAY = '2026-01-01';

const codes = Object.keys(countries).filter(isKycCountry);

/** Each country has a sample in its own folder. */
const countrySamples = await Promise.all(
  codes.map(async (code) => {
    const { sample }: { readonly sample: KycDetails } = await import(`./${code.toLowerCase()}/sample.ts`);
    return { code, sample };
  }),
);

describe.each(countrySamples)('country $code', ({ code, sample }) => {
  const country = countryOf(code);
  const warningsOf = (change: Partial<KycDetails>) => kycWarnings(code, { ...sample, ...change }, TODAY);

  it('is registered under its own code', () => {
    expect(country.code).toBe(code);
    expect(code).toMatch(/^[A-Z]{2}$/);
    expect(country.name).not.toBe('');
  });

  it('has snake_case document types, each once', () => {
    const types = country.documentTypes.map(({ type }) => type);
    expect(new Set(types).size).toBe(types.length);
    for (const type of types) expect(type).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
  });

  it('requires documents, but never the litigation history', () => {
    expect(country.documentTypes.some(({ required }) => required)).toBe(true);
    const litigation = country.documentTypes.find(({ type }) => type === 'litigation_history');
    expect(litigation).toMatchObject({ required: false });
  });

  it('gives no warning for its sample', () => {
    expect(kycWarnings(code, sample, TODAY)).toEqual([]);
  });

  it('warns of a registration number of another form', () => {
    expect(warningsOf({ business_registration_number: 'none' })).toEqual([
      { code: 'registration_number_format', path: ['business_registration_number'] },
    ]);
  });

  it('warns of an ISIC code that does not exist', () => {
    expect(warningsOf({ isic: 'J6203' })).toEqual([{ code: 'isic_class_unknown', path: ['isic'] }]);
  });

  it('warns of an ISIC code with the letter of another section', () => {
    expect(warningsOf({ isic: 'A6201' })).toEqual([{ code: 'isic_section_mismatch', path: ['isic'] }]);
  });

  it('warns of a shareholder of another company when there is none', () => {
    const shareholders_identity_number = [
      { company_legal_name: ` ${sample.legal_name.toUpperCase()} `, type: 'passport', id: '1' },
      { company_legal_name: 'Another Company', type: 'passport', id: '1' },
    ] as const;
    expect(warningsOf({ shareholders_identity_number })).toEqual([
      {
        code: 'shareholder_company_unexpected',
        path: ['shareholders_identity_number', 1, 'company_legal_name'],
      },
    ]);
    expect(warningsOf({ shareholders_identity_number, corporate_entities_number: 1 })).toEqual([]);
  });

  it('looks at national identity numbers of directors and shareholders, and at no others', () => {
    const people = (['national_id', 'passport', 'driver_license'] as const).map((type) => ({
      type,
      id: '?',
    }));
    const paths = warningsOf({
      directors_identity_number: people,
      shareholders_identity_number: people.map((person) => ({
        ...person,
        company_legal_name: sample.legal_name,
      })),
    }).map(({ path }) => path);
    expect(paths).toEqual([
      ['directors_identity_number', 0, 'id'],
      ['shareholders_identity_number', 0, 'id'],
    ]);
  });

  it('warns of a number that two directors have, or two shareholders of one company', () => {
    const twice = [
      { type: 'passport', id: 'K1234567' },
      { type: 'passport', id: 'K7654321' },
      { type: 'passport', id: ' k123-4567 ' },
      { type: 'driver_license', id: 'K1234567' },
      { type: 'passport', id: 'K1234567' },
    ] as const;
    const company_legal_name = sample.legal_name;
    expect(
      warningsOf({
        directors_identity_number: twice,
        shareholders_identity_number: [
          { type: 'passport', id: 'K1234567', company_legal_name },
          { type: 'passport', id: 'K1234567', company_legal_name: company_legal_name.toUpperCase() },
          { type: 'passport', id: 'K1234567', company_legal_name: 'Another Company' },
        ],
        corporate_entities_number: 1,
      }),
    ).toEqual([
      { code: 'identity_number_repeated', path: ['directors_identity_number', 2, 'id'] },
      { code: 'identity_number_repeated', path: ['directors_identity_number', 4, 'id'] },
      { code: 'identity_number_repeated', path: ['shareholders_identity_number', 1, 'id'] },
    ]);
  });

  it('warns of a placeholder in the place of an identity number', () => {
    const ids = ['00000000', '0000-0000', 'XXXX', '11111111', '000', 'K00000000', '0000001', '1112'];
    const people = ids.map((id) => ({ type: 'passport', id }) as const);
    expect(warningsOf({ directors_identity_number: people })).toEqual(
      [0, 1, 2, 3].map((index) => ({
        code: 'identity_number_placeholder',
        path: ['directors_identity_number', index, 'id'],
      })),
    );
    const cards = ['A000000(3)', '000000-00-0000', '?'].map((id) => ({ type: 'national_id', id }) as const);
    const warned = warningsOf({ directors_identity_number: cards });
    expect(warned.slice(0, 2)).toEqual(
      [0, 1].map((index) => ({
        code: 'identity_number_placeholder',
        path: ['directors_identity_number', index, 'id'],
      })),
    );
    // The number that follows is none of a card of the country.
    expect(warned.map(({ path }) => path[1])).toEqual([0, 1, 2]);
  });

  it('never gives more warnings than the limit of its number of people', () => {
    for (const count of [0, 1, 7, 100]) {
      const people = Array.from({ length: count }, () => ({ type: 'national_id', id: '0000' }) as const);
      const company_legal_name = 'Another Company';
      const all = warningsOf({
        business_registration_number: 'none',
        directors_identity_number: people,
        shareholders_identity_number: people.map((person) => ({ ...person, company_legal_name })),
        isic: 'A9999',
      });
      expect(all.length).toBeGreaterThanOrEqual(2 * count);
      expect(all.length).toBeLessThanOrEqual(warningsOfPeopleMax(2 * count));
    }
    expect(warningsOfPeopleMax(200) - warningsOfPeopleMax(100)).toBe(
      100 * (warningsOfPeopleMax(1) - warningsOfPeopleMax(0)),
    );
  });

  it('takes any text, gives the same result twice and changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const before = structuredClone(text);
        const warnings = kycWarnings(code, text, TODAY);
        expect(kycWarnings(code, text, TODAY)).toEqual(warnings);
        expect(text).toEqual(before);
      }),
    );
  });

  it('gives only declared codes, and only paths of existing values', () => {
    const declared = new Set<string>(warningKinds.map((kind) => kind.code));
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { code: warning, path, ...rest } of kycWarnings(code, text, TODAY)) {
          expect(declared).toContain(warning);
          expect(valueAt(text, path)).toBeTypeOf('string');
          expect(rest).toEqual({});
        }
      }),
    );
  });
});

function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    root,
  );
}

describe('all countries', () => {
  it('have own fields under names that no detail of all countries has', () => {
    for (const code of codes) {
      const names = ownFieldsOf(code).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(names.filter((name) => Object.hasOwn(KycView.shape, name))).toEqual([]);
      for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    }
  });

  it('are known by their upper-case code only', () => {
    expect(codes).toEqual(Object.keys(countries));
    for (const code of ['XX', 'hk', '', '__proto__', 'constructor']) expect(isKycCountry(code)).toBe(false);
  });

  it('have their document types listed once, in the order of the countries', () => {
    expect(new Set(documentTypes).size).toBe(documentTypes.length);
    const everyType = codes.flatMap((code) => countryOf(code).documentTypes.map(({ type }) => type));
    expect(documentTypes).toEqual(everyType.filter((type, index) => everyType.indexOf(type) === index));
  });

  it('have every warning listed once', () => {
    const kinds = warningKinds.map(({ code }) => code);
    expect(new Set(kinds).size).toBe(kinds.length);
    for (const kind of kinds) expect(kind).toMatch(/^[a-z]+(_[a-z]+)*$/);
    for (const { when, source } of warningKinds)
      for (const said of [when, source]) expect(said).toMatch(/^[A-Z].+\.$/);
  });
});
