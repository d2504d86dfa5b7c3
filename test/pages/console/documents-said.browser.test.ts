import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  encryptedPdf,
  pageOf,
  pdfOf,
  pdfWithAttachment,
  pdfWithNegativeCount,
  pdfWithoutPages,
  plainPdf,
  portfolioPdf,
  streamOf,
  xfaPdf,
} from '../../support/fixtures/pdf-fixture.ts';
import { pngOf } from '../../support/fixtures/picture-fixture.ts';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase } from './cases.ts';
import { closeConsole, type ConsoleFixture, openConsole, signIn } from './fixture.ts';

const FIELDS = '/AcroForm<</Fields[20 0 R 21 0 R 22 0 R]/DR<</Font<</F1 5 0 R>>>>/DA(/F1 12 Tf 0 g)>>';
const field = (facts: string, bottom: number) =>
  `<</Type/Annot/Subtype/Widget${facts}/Rect[50 ${bottom} 545 ${bottom + 40}]/DA(/F1 30 Tf 0 g)/P 3 0 R/F 4>>`;

/** A form that a program filled in without drawing the values; one of them is Chinese. */
const filledPdf = () =>
  pdfOf(
    pageOf('', {
      catalog: FIELDS,
      page: '/Annots[20 0 R 21 0 R 22 0 R]',
      more: {
        20: field('/FT/Tx/T(company)/V(Harbour Trading Limited)', 600),
        21: field('/FT/Tx/T(director)/V<FEFF96735927 6587>', 500),
        22: field('/FT/Ch/Ff 131072/T(kind)/Opt[(Private)(Public)]/V(Private)', 400),
      },
    }),
  );

const stampedPdf = () =>
  pdfOf(
    pageOf('Certified copy', {
      page: '/Annots[20 0 R]',
      more: {
        20: '<</Type/Annot/Subtype/Stamp/Name/Approved/Contents(Certified by counsel)/Rect[50 50 200 100]>>',
      },
    }),
  );

const IMAGE = { drawing: 'q 595 0 0 842 0 0 cm /I Do Q', resources: '/XObject<</I 20 0 R>>' };
const imagePdf = (width: number, height: number, filter: string, data: string) =>
  pdfOf(
    pageOf('', {
      ...IMAGE,
      more: {
        20: streamOf(
          data,
          `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/${filter}`,
        ),
      },
    }),
  );
const damagedScan = () => imagePdf(800, 800, 'JPXDecode', `\0\0\0\x0cjP  \r\n\x87\n${'\0'.repeat(500)}`);
const hugeScan = () => imagePdf(40_000, 30_000, 'FlateDecode', 'x');
/** A roll of paper. */
const longPdf = () => pdfOf(pageOf('The beginning', { size: [100, 4_000] }));
/** A page of which a browser could not scroll through a tenth. */
const extremePdf = () => pdfOf(pageOf('', { size: [1, 14_000_000] }));
/** It names a font of pdf.js, which the browser loads. */
const fontPdf = () => pdfOf({ ...pageOf('Symbols'), 5: '<</Type/Font/Subtype/TrueType/BaseFont/ArialMT>>' });

const DOCUMENTS = [
  plainPdf(),
  encryptedPdf('secret'),
  pdfWithoutPages(),
  pdfWithNegativeCount(),
  portfolioPdf(),
  pdfWithAttachment(),
  xfaPdf(),
  filledPdf(),
  stampedPdf(),
  damagedScan(),
];
const MORE = [
  hugeScan(),
  longPdf(),
  extremePdf(),
  fontPdf(),
  plainPdf().subarray(0, 200),
  Buffer.from('%PDF-1.7 startxref 9 %%EOF'),
  pngOf(40_000, 30_000, false),
  pngOf(1, 60_000),
];

describe('a document', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  const said: string[] = [];
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture);
    ada.page.on('console', (message) => void said.push(`${message.type()}: ${message.text()}`));
    const { fundingId, customerId } = await fixture.request('Hard Documents');
    await fixture.partner.upload(customerId, 'directors_identity', DOCUMENTS);
    await fixture.partner.upload(customerId, 'nar1', MORE);
    await openCase(fixture, ada, fundingId, 'Hard Documents');
  });
  afterAll(() => closeConsole(fixture));

  /** Opens the file of a number, of those above. */
  async function open(type: string, at: number) {
    const list = ada.page.locator('.document-type', { hasText: type });
    await list.getByRole('button', { name: `scan ${at}.pdf`, exact: true }).click();
    return ada.page.getByRole('figure');
  }
  const first = (at: number) => open('Directors identity', at);
  const second = (at: number) => open('Nar1', at);
  const drawnPage = (name: string) => ada.page.getByRole('img', { name, exact: true });
  /** Whether a canvas has a dark pixel in a part of its height. */
  const isInked = (name: string, from: number, to: number) =>
    drawnPage(name).evaluate(
      (canvas, [top, bottom]) => {
        if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return false;
        const height = Math.max(1, Math.floor(canvas.height * (bottom - top)));
        // A copy, since the browser complains of a canvas that is read more than once.
        const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height });
        const context = copy.getContext('2d', { willReadFrequently: true });
        context?.drawImage(canvas, 0, -Math.floor(canvas.height * top));
        const data = context?.getImageData(0, 0, copy.width, height).data;
        return (
          data?.some((value, index) => index % 4 === 0 && value < 100 && data[index + 3] === 255) ?? false
        );
      },
      [from, to] as const,
    );

  test('has the number of its pages beside its name, and nothing else is said of a good one', async () => {
    const figure = await first(0);
    await figure.getByText('1 page', { exact: true }).waitFor();
    await expect.poll(() => isInked('scan 0.pdf, page 1 of 1', 0, 0.2)).toBe(true);
    expect(await figure.getByText('Still drawing').count()).toBe(0);
    expect(await figure.locator('.warning').count()).toBe(0);
  });

  test.each([
    [1, 'The PDF asks for a password. Save it to open it with one, or request it again without.'],
    [2, 'The PDF has no page. There is nothing to show. Save it to look at it.'],
    [3, 'The PDF has no page. There is nothing to show. Save it to look at it.'],
    [4, 'The PDF has other files in it, which are not drawn: it is a portfolio, or has attachments.'],
    [5, 'The PDF has other files in it, which are not drawn: it is a portfolio, or has attachments.'],
    [6, 'The PDF is an XFA form. Most readers show only a page that asks to wait.'],
    [8, 'On page 1 a stamp (“Certified by counsel”) is missing: the file has no drawing of it.'],
    [9, 'A picture of this page cannot be drawn: it is damaged, or of a kind that is not read here.'],
  ])('that is not drawn whole says why (%s)', async (at, sentence) => {
    await (await first(at)).getByText(sentence).waitFor();
  });

  test('that is a form filled in without drawings shows the values, also Chinese ones', async () => {
    const figure = await first(7);
    await figure.getByText('A program filled in this form without drawing the values.').waitFor();
    // The three fields, from the top.
    for (const top of [202, 302, 402])
      await expect.poll(() => isInked('scan 7.pdf, page 1 of 1', top / 842, (top + 40) / 842)).toBe(true);
    expect(await isInked('scan 7.pdf, page 1 of 1', 0.6, 1)).toBe(false);
  });

  test.each([
    [0, 'A picture of this page has more than 150 megapixels and is not drawn.'],
    [4, 'The file begins as a PDF and does not end as one: it was cut off, or is damaged.'],
    [5, 'The PDF is damaged. Save it to look at it.'],
    [6, 'The picture is too large to be shown here: 40,000 × 30,000 pixels, 1,200 megapixels.'],
  ])('that cannot be drawn says why (%s)', async (at, sentence) => {
    await (await second(at)).getByText(sentence).waitFor();
  });

  test('with a long page is drawn where it is looked at', async () => {
    await second(1);
    await expect.poll(() => isInked('scan 1.pdf, page 1 of 1, part 1 of 14', 0, 1)).toBe(true);
    const width = (part: number) =>
      drawnPage(`scan 1.pdf, page 1 of 1, part ${part} of 14`).evaluate(
        (canvas) => canvas instanceof HTMLCanvasElement && canvas.width,
      );
    await expect.poll(() => width(14)).toBe(0);
    await drawnPage('scan 1.pdf, page 1 of 1, part 14 of 14').scrollIntoViewIfNeeded();
    await expect.poll(() => width(14)).toBeGreaterThan(0);
    await expect.poll(() => width(1)).toBe(0);
  });

  test('of extreme proportions is shown narrow, and the page goes on', async () => {
    await second(2);
    await drawnPage('scan 2.pdf, page 1 of 1, part 1 of 50').waitFor({ state: 'attached' });
    await second(7);
    const picture = drawnPage('scan 7.pdf');
    await picture.waitFor({ state: 'attached' });
    const heightOf = () => ada.page.locator('.turned').evaluate(({ clientHeight }) => clientHeight);
    await expect.poll(heightOf).toBeGreaterThan(10_000);
    expect(await heightOf()).toBeLessThan(200_000);
  });

  test('may name a font without bringing it, and the console of the browser stays silent through all of them', async () => {
    await second(3);
    await expect.poll(() => isInked('scan 3.pdf, page 1 of 1', 0, 0.2)).toBe(true);
    expect(said).toEqual([]);
    expect(ada.complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
  });
});
