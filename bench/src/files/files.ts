import { request } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ImportPeople, ImportTasks } from '@obieg/contracts';
import { requestSite } from '@obieg/local';
import { type FilledProduct, startFilled } from '../filled-product';
import { type BenchProduct, signIn } from '../product';
import { waitForQueues } from '../queues';
import { printLine, quantile } from '../report';
import { type Observed, observe, type Reader } from './observe';

const batchRows = 200;

interface Options {
  tasks: number;
  rows: number;
  idleSeconds: number;
  /** Measures only works whose name contains this text. */
  only: string;
}

const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string', default: '100000' },
      rows: { type: 'string', default: '100000' },
      idle: { type: 'string', default: '15' },
      only: { type: 'string', default: '' },
    },
  });
  return {
    tasks: Number(values.tasks),
    rows: Number(values.rows),
    idleSeconds: Number(values.idle),
    only: values.only,
  };
};

/** Reads an export to its end, without keeping it. @returns its lines */
const readExport = (product: BenchProduct, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { host } = new URL(product.acme);
    const sent = request(
      {
        port: product.obieg.ports.gateway,
        host: '127.0.0.1',
        path: '/api/tasks/export?format=csv&delimiter=comma&withAnswers=true',
        headers: { host, authorization: `Bearer ${token}` },
      },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`The export answered ${response.statusCode}`));
        let lines = 0;
        response.on('data', (chunk: Buffer) => {
          for (const byte of chunk) if (byte === 10) lines += 1;
        });
        response.on('end', () => (response.complete ? resolve(lines) : reject(new Error('It broke off'))));
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end();
  });

const retryMs = 1_000;

/** Sends a batch again while the service is too busy, as a person does with "Continue". @returns the number of retries */
const sendBatch = async (address: string, token: string, body: unknown): Promise<number> => {
  for (let retries = 0; ; retries += 1) {
    const { status, text } = await requestSite('POST', address, { token, body });
    if (status === 200) return retries;
    if (status !== 503) throw new Error(`POST ${address}: ${status} ${text}`);
    await sleep(retryMs);
  }
};

/** Sends rows batch by batch, as the page does. */
const sendBatches = async (rows: number, send: (lines: number[]) => Promise<number>): Promise<void> => {
  let retries = 0;
  for (let from = 0; from < rows; from += batchRows)
    retries += await send(
      Array.from({ length: Math.min(batchRows, rows - from) }, (_, index) => from + index + 2),
    );
  if (retries > 0) printLine(`${retries} batches were sent again, because the service was too busy`);
};

const importTasks = (address: string, token: string, rows: number): Promise<void> =>
  sendBatches(rows, (lines) => {
    const body: ImportTasks = {
      source: 'bench',
      mapping: [
        { heading: 'Key', field: 'key' },
        { heading: 'Summary', field: 'title' },
        { heading: 'Description', field: 'description' },
      ],
      rows: lines.map((line) => ({
        line,
        cells: [`B-${line}`, `Zadanie z pliku ${line}`, 'Opis zadania z pliku. '.repeat(10)],
      })),
    };
    return sendBatch(`${address}/api/tasks/import?dryRun=false`, token, body);
  });

const importPeople = (address: string, token: string, rows: number): Promise<void> =>
  sendBatches(rows, (lines) => {
    const body: ImportPeople = {
      mapping: [
        { heading: 'Email', field: 'email' },
        { heading: 'First name', field: 'firstName' },
        { heading: 'Last name', field: 'lastName' },
      ],
      rows: lines.map((line) => ({
        line,
        cells: [`osoba${line}@bench.test`, 'Osoba', `Numer ${line}`],
      })),
      roles: ['MEMBER'],
      sendsInvitations: false,
      changesMembers: false,
    };
    return sendBatch(`${address}/api/users/import?dryRun=false`, token, body);
  });

const printObserved = (name: string, observed: Observed): void => {
  const { seconds, readMs, failedReads, memoryMb, cpuMs } = observed;
  const [start = Number.NaN] = memoryMb;
  const middle = memoryMb[Math.floor(memoryMb.length / 2)] ?? Number.NaN;
  const megabytes = [start, middle, Math.max(...memoryMb), memoryMb.at(-1) ?? Number.NaN];
  const facts = [
    name,
    Math.round(seconds),
    ...readMs.flatMap((durations) => [quantile(durations, 0.5), quantile(durations, 0.95)]),
    failedReads,
    ...megabytes.map((value) => Math.round(value)),
    ...cpuMs.map((value) => (value / 1_000).toFixed(1)),
    loadavg()[0]?.toFixed(0),
  ];
  printLine(`| ${facts.join(' | ')} |`);
};

/** What is done meanwhile, and the service that does it. */
interface Work {
  name: string;
  service: string;
  list: string;
  run: () => Promise<unknown>;
}

const listWorks = (
  { product }: FilledProduct,
  admin: string,
  { tasks, rows, idleSeconds }: Options,
): Work[] => {
  const { acme, tasksDatabase } = product;
  const ofTasks = { service: 'svc-tasks', list: '/api/tasks' };
  const ofUsers = { service: 'svc-identity', list: '/api/users' };
  const rest = () => sleep(idleSeconds * 1_000);
  return [
    { ...ofTasks, name: 'none, lists of tasks', run: rest },
    {
      ...ofTasks,
      name: `export of ${tasks} tasks`,
      run: async () => {
        const lines = await readExport(product, admin);
        if (lines < tasks) throw new Error(`The export has ${lines} lines`);
      },
    },
    { ...ofTasks, name: `import of ${rows} tasks`, run: () => importTasks(acme, admin, rows) },
    { ...ofTasks, name: 'index of the imported tasks', run: () => waitForQueues(tasksDatabase) },
    { ...ofTasks, name: 'none, lists of tasks, afterwards', run: rest },
    { ...ofUsers, name: 'none, lists of users', run: rest },
    { ...ofUsers, name: `import of ${rows} people`, run: () => importPeople(acme, admin, rows) },
  ];
};

const measureAll = async (filled: FilledProduct, options: Options): Promise<void> => {
  const { obieg, acme } = filled.product;
  const globex = obieg.gatewayUrl('globex');
  const admin = await signIn(acme, 'anna@acme.test');
  const other = await signIn(globex, 'greta@globex.test');
  printLine(
    '| work | s | list p50 ms | p95 ms | list of another organization p50 ms | p95 ms | failed lists | memory MB before | half-way | highest | after | CPU s | PostgreSQL CPU s | load |',
  );
  printLine('|---|---|---|---|---|---|---|---|---|---|---|---|---|---|');
  const works = listWorks(filled, admin, options).filter(({ name }) => name.includes(options.only));
  for (const { name, service, list, run } of works) {
    const { [service]: serviceId = 0, postgres: databaseId = 0 } = obieg.pids();
    const readers: Reader[] = [
      { address: `${acme}${list}`, token: list === '/api/tasks' ? filled.token : admin },
      { address: `${globex}${list}`, token: other },
    ];
    printObserved(`${name} (${service})`, await observe(readers, { serviceId, databaseId }, run));
  }
};

/** Starts and fills the product, exports and imports files, and prints what lists and memory do meanwhile. */
export const runFileBenchmarks = async (args: string[]): Promise<void> => {
  const options = readOptions(args);
  const filled = await startFilled(options.tasks);
  try {
    await measureAll(filled, options);
  } finally {
    await filled.product.stop();
  }
};
