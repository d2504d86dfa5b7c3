import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Browser,
  type BrowserContext,
  chromium as playwright,
  type Page,
  type Request,
} from 'playwright-core';
import project from '../../../package.json' with { type: 'json' };
import { needs } from '../../support/needs.ts';

/** The browser of the tests: `CHROMIUM` if it is set, else the one that comes with `npm ci`. */
async function pathOfBrowser(): Promise<string | null> {
  const own = process.env['CHROMIUM'] ?? '';
  if (own !== '') return own;
  const folder = join(tmpdir(), `fundgate-chromium-${project.devDependencies['@sparticuz/chromium']}`);
  const path = join(folder, 'chromium');
  if (!existsSync(path)) await unpackInto(folder).catch(() => {});
  return existsSync(path) ? path : null;
}

/**
 * Unpacks the browser, which a whole run and the next ones use. The package does that in the temporary folder of its
 * process, so it gets one of its own: no other worker ever sees, and starts, half a browser.
 */
async function unpackInto(folder: string): Promise<void> {
  const own = await mkdtemp(join(tmpdir(), 'fundgate-chromium-'));
  const program = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
  try {
    await promisify(execFile)(process.execPath, ['--eval', program], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: own },
    });
    // Fails if another worker was faster.
    await rename(own, folder);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Null on a platform that has none. */
export const browserPath = await pathOfBrowser();
/** Options of tests in a browser. */
export const needsBrowser = needs(
  browserPath !== null,
  'This platform has no browser from npm; CHROMIUM may name one.',
);

/** For what hangs: pages load in a hundredth of this time on a machine at rest. */
const WAIT_MS = 120_000;

/** One process for all pages of a place, also for those of the next person there. */
const FEW_PROCESSES = ['--renderer-process-limit=1', '--process-per-site'];

let browser: Promise<Browser> | null = null;

/** The browser of this process and all its files: to start one and its first page takes as much as three tests. It ends with the process. */
function sharedBrowser(): Promise<Browser> {
  // As root there is no sandbox, which is what the tests run as in a container.
  browser ??= playwright.launch({
    executablePath: browserPath ?? '',
    args: ['--no-sandbox', ...FEW_PROCESSES],
  });
  return browser;
}

/** Ends the visits that go on. */
const present = new Set<Visit['leave']>();

/** What the browser said of all pages that were opened since the last `closeVisits`. */
const said: string[] = [];

/**
 * Closes the pages of all persons; the browser stays for the next file. Returns what the browser said of them, except that
 * a request was refused or failed: a page asks for such things on purpose, and the test of it says which.
 */
export async function closeVisits(): Promise<readonly string[]> {
  await Promise.all([...present].map((leave) => leave()));
  return said.splice(0).filter((text) => !text.startsWith('Failed to load resource:'));
}

export interface Visit {
  readonly page: Page;
  /** What the pages of the person share. What lasts longer than a visit (a route, a script) belongs to a page. */
  readonly context: Pick<
    BrowserContext,
    'addCookies' | 'clearCookies' | 'cookies' | 'grantPermissions' | 'newPage' | 'waitForEvent'
  >;
  /** Closes the pages of the person. The next person finds nothing of them but the files that the browser keeps. */
  readonly leave: () => Promise<void>;
  /** Every address that the page asked for. */
  readonly requests: readonly string[];
  /** Requests that are on their way. The stream of events is not one of them: it goes on as long as the page. */
  readonly underWay: ReadonlySet<Request>;
  /** Dialogs of the browser that the page opened, as an injected script would. */
  readonly dialogs: readonly string[];
  /** Errors and warnings in the console of the browser, and requests that the policy of the page refused. */
  readonly complaints: readonly string[];
}

/** An address that no screen asks for. */
const NOT_ASKED_FOR = '/console/not-asked-for';
/** The gateway has another answer. */
const INTERCEPTED = 204;
const isNotAskedFor = (url: URL): boolean => url.pathname === NOT_ASKED_FOR;

/**
 * Lets `page.route` return when the browser really intercepts requests: with the first route of a page it begins a moment
 * later, and the next request could pass by. No page has a route before, because the browser would then ask the test
 * about each request, and keep nothing in its cache.
 */
function routeAtOnce(page: Page): void {
  const begin = page.route.bind(page);
  page.route = async (...route) => {
    const begun = await begin(...route);
    // A page that is loaded only now is intercepted from its beginning.
    if (!page.url().startsWith('http')) return begun;
    await begin(isNotAskedFor, (asked) => asked.fulfill({ status: INTERCEPTED }));
    for (let status = 0; status !== INTERCEPTED;)
      status = await page.evaluate(async (path) => (await fetch(path)).status, NOT_ASKED_FOR);
    await page.unroute(isNotAskedFor);
    return begun;
  };
}

/** The types of messages of the console that a person who looks there would take for a fault. */
const COMPLAINTS: ReadonlySet<string> = new Set(['error', 'warning', 'assert']);

/** Whether a run takes pictures, which need pages that are painted. */
const takesPictures = [process.env['SCREENSHOTS'], process.env['PICTURES']].some((folder) => Boolean(folder));

/**
 * Leaves the pages transparent. The browser lays them out, shows them to scripts and prints them as ever, but does not
 * paint: tests look at no pixel of a screen, and painting took a quarter of the processor time of the browser.
 */
async function leaveUnpainted(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const transparent = new CSSStyleSheet();
    transparent.replaceSync('@media screen { html, dialog, dialog::backdrop { opacity: 0 !important } }');
    document.adoptedStyleSheets.push(transparent);
  });
}

const DESK = { width: 1280, height: 800 };

/** Like every gateway of the tests a page of the same site, but none that any test asks for. */
const KEEPER = 'http://127.0.0.1/';
const REQUEST_EVENTS = ['request', 'requestfinished', 'requestfailed'];

/** Of one person at a time. Only the next person in the same place gets the process of the pages, with all that it has compiled. */
interface Place {
  readonly context: BrowserContext;
  readonly empty: () => Promise<void>;
}

/** Places without a person. */
const free: Place[] = [];

async function openPlace(): Promise<Place> {
  const context = await (
    await sharedBrowser()
  ).newContext({
    viewport: DESK,
    timezoneId: 'Asia/Hong_Kong',
    locale: 'en-GB',
    // What moves while a screen loads would be drawn again sixty times a second.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(WAIT_MS);
  if (!takesPictures) await leaveUnpainted(context);
  // Keeps the process of the pages while the place is free.
  const keeper = await context.newPage();
  await keeper.route(KEEPER, (asked) => asked.fulfill({ contentType: 'text/html', body: '' }));
  await keeper.goto(KEEPER);
  const devTools = await context.newCDPSession(keeper);
  return {
    context,
    async empty() {
      for (const event of REQUEST_EVENTS) context.removeAllListeners(event);
      await Promise.all(context.pages().map((page) => page === keeper || page.close()));
      await context.clearPermissions();
      await devTools.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
    },
  };
}

/** A person with a browser of their own: shares nothing with who is there at the same time, and is not signed in. */
export async function visit(size = DESK, dark = false): Promise<Visit> {
  const place = free.pop() ?? (await openPlace());
  const { context } = place;
  const leave = async () => {
    if (!present.delete(leave)) return;
    await place.empty();
    free.push(place);
  };
  present.add(leave);
  const page = await context.newPage();
  if (dark) await page.emulateMedia({ colorScheme: 'dark' });
  if (size !== DESK) await page.setViewportSize(size);
  routeAtOnce(page);
  const requests: string[] = [];
  const complaints: string[] = [];
  const underWay = new Set<Request>();
  context.on('request', (request) => {
    if (isNotAskedFor(new URL(request.url()))) return;
    requests.push(request.url());
    if (request.headers()['accept'] !== 'text/event-stream') underWay.add(request);
  });
  context.on('requestfinished', (request) => void underWay.delete(request));
  context.on('requestfailed', (request) => void underWay.delete(request));
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const complain = (text: string) => {
    complaints.push(text);
    said.push(text);
  };
  page.on('pageerror', (error) => complain(error.message));
  page.on('console', (message) => {
    if (!COMPLAINTS.has(message.type())) return;
    complain(`${message.text()} ${URL.parse(message.location().url)?.pathname ?? ''}`);
  });
  return { page, context, leave, requests, underWay, complaints, dialogs };
}
