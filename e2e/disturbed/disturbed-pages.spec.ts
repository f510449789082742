import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { browserOptions, launchOptions } from '../support/browser';
import { addSession } from '../support/people';
import { expect, type Product, test } from '../support/product';
import { submitTask } from '../support/tasks';
import { openWarmContext } from '../support/warm-context';
import { chooseDisturbances } from './disturbances';
import { type DisturbingProxy, startDisturbingProxy } from './disturbing-proxy';
import { keepResponses } from './kept-responses';
import { countLoads, type LoadCounts } from './load-counts';
import { openReusedPage } from './open-page';

const readNumber = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);

const loads = readNumber('LOADS', 2_000);
const seed = readNumber('SEED', randomInt(1_000_000));
/** Only this load, to look at a failure again. */
const only = process.env['LOAD'];
/** Loads of each page at once, beside those of the other pages. A load waits for most of its time. */
const slots = readNumber('SLOTS', 1);
/** Programs that keep the processor busy meanwhile. */
const loops = readNumber('BUSY_LOOPS', 2);
/** Divides the deadlines of the pages, so that a load without an answer ends sooner. */
const haste = readNumber('HASTE', 2);
/** Only pages whose path contains it. */
const part = process.env['PAGES'] ?? '';
/** Neither decides how a load ends. */
const lightArguments = ['--blink-settings=imagesEnabled=false', '--disable-remote-fonts'];
const progressEvery = 50;

interface StartPage {
  path: string;
  email?: string;
}

const pages: readonly StartPage[] = [
  { path: '/login' },
  { path: '/task' },
  { path: '/task/{number}' },
  { path: '/dashboard', email: 'marek@acme.test' },
  { path: '/verify-email' },
  { path: '/submit-task' },
  { path: '/tasks', email: 'olga@acme.test' },
  { path: '/users', email: 'anna@acme.test' },
];

const busyLoops: ChildProcess[] = [];

test.beforeAll(() => {
  // The seed repeats a run.
  process.stdout.write(`SEED=${seed} LOADS=${loads}\n`);
  for (let loop = 0; loop < loops; loop++)
    busyLoops.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
});

test.afterAll(() => {
  for (const loop of busyLoops.splice(0)) loop.kill('SIGKILL');
});

interface SlotOptions {
  context: BrowserContext;
  proxy: DisturbingProxy;
  start: StartPage;
  address: string;
  numbers: Iterator<number>;
  counts: LoadCounts;
  failures: string[];
}

/** Loads a page again and again, each time with other disturbances. */
const runSlot = async ({ context, proxy, start, address, numbers, counts, failures }: SlotOptions) => {
  if (start.email !== undefined) await addSession(context, new URL(address).origin, start.email);
  const page = await openReusedPage(context, haste);
  for (let next = numbers.next(); !next.done; next = numbers.next()) {
    const loadSeed = `${seed} ${start.path} ${next.value}`;
    proxy.begin({ seed: loadSeed, disturb: chooseDisturbances(loadSeed) });
    const { end, errors, durationMs, content } = await page.load(address);
    const disturbed = proxy.listDisturbed();
    counts.add(end, disturbed, durationMs);
    // The run goes on for long, and can be stopped at any time.
    if (counts.total() % progressEvery === 0) process.stdout.write(`${counts.format()}\n`);
    if (end !== undefined && errors.length === 0) continue;
    const title = `SEED=${seed} LOAD=${next.value} ${start.path}: ${end ?? 'no end'}`;
    const requests = disturbed.map(({ what, request }) => `${what} ${request}`);
    const failure = [title, ...errors, ...requests, content].join('\n  ');
    process.stdout.write(`${failure}\n`);
    failures.push(failure);
  }
  await page.close();
};

/** @returns the loads that did not end, or whose page threw */
const loadAgainAndAgain = async (
  product: Product,
  context: BrowserContext,
  start: StartPage,
): Promise<string[]> => {
  const counts = countLoads(start.path);
  const failures: string[] = [];
  const all = only === undefined ? Array.from({ length: loads }, (_, index) => index) : [Number(only)];
  const numbers = all[Symbol.iterator]();
  const acme = product.gatewayUrl('acme');
  const number = await submitTask(product, { title: 'Drukarka nie drukuje' });
  const path = start.path.replace('{number}', String(number));
  const responses = keepResponses(product.ports.gateway);
  const runs = Array.from({ length: Math.min(slots, all.length) }, async () => {
    const proxy = await startDisturbingProxy(responses);
    const address = `${acme.replace(/\d+$/, String(proxy.port))}${path}`;
    await runSlot({ context, proxy, start, address, numbers, counts, failures });
    await proxy.close();
  });
  await Promise.all(runs);
  responses.close();
  process.stdout.write(`${counts.format()}\n`);
  return failures;
};

test('each start page ends in a page or an offer to try again', async ({ product }) => {
  test.setTimeout(0);
  const { context, close } = await openWarmContext({
    ...browserOptions,
    args: [...launchOptions.args, ...lightArguments],
  });
  const failures = await Promise.all(
    pages
      .filter(({ path }) => path.includes(part))
      .map((start) => loadAgainAndAgain(product, context, start)),
  );
  await close();
  expect(failures.flat()).toEqual([]);
});
