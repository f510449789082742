import { request } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ImportPeople, ImportTasks } from '@obieg/contracts';
import { type FilledProduct, startFilled } from '../filled-product';
import { type BenchProduct, call, signIn } from '../product';
import { printLine, quantile } from '../report';
import { type Observed, observe, type Reader } from './observe';

const batchRows = 200;

interface Options {
  tasks: number;
  rows: number;
  idleSeconds: number;
}

const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string', default: '100000' },
      rows: { type: 'string', default: '100000' },
      idle: { type: 'string', default: '15' },
    },
  });
  return { tasks: Number(values.tasks), rows: Number(values.rows), idleSeconds: Number(values.idle) };
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

/** Sends rows batch by batch, as the page does. */
const sendBatches = async (rows: number, send: (lines: number[]) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < rows; from += batchRows)
    await send(Array.from({ length: Math.min(batchRows, rows - from) }, (_, index) => from + index + 2));
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
    return call('POST', `${address}/api/tasks/import?dryRun=false`, token, body);
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
    return call('POST', `${address}/api/users/import?dryRun=false`, token, body);
  });

const printObserved = (name: string, service: string, { seconds, readMs, memoryMb }: Observed): void => {
  const [start = Number.NaN] = memoryMb;
  const facts = [
    name,
    Math.round(seconds),
    quantile(readMs, 0.5),
    quantile(readMs, 0.95),
    `${service} ${Math.round(start)}`,
    Math.round(Math.max(...memoryMb)),
    Math.round(memoryMb.at(-1) ?? Number.NaN),
    loadavg()[0]?.toFixed(0),
  ];
  printLine(`| ${facts.join(' | ')} |`);
};

const measureAll = async ({ product, token }: FilledProduct, options: Options): Promise<void> => {
  const { tasks, rows, idleSeconds } = options;
  const { acme, obieg } = product;
  const admin = await signIn(acme, 'anna@acme.test');
  const tasksList: Reader = { address: `${acme}/api/tasks`, token };
  const usersList: Reader = { address: `${acme}/api/users`, token: admin };
  const run = async (
    name: string,
    [reader, service]: [Reader, string],
    work: () => Promise<unknown>,
  ): Promise<void> => {
    printObserved(name, service, await observe(reader, obieg.pids()[service] ?? 0, work));
  };
  const ofTasks: [Reader, string] = [tasksList, 'svc-tasks'];
  const ofUsers: [Reader, string] = [usersList, 'svc-identity'];
  printLine('| work | s | list p50 ms | list p95 ms | memory MB before | highest | after | load |');
  printLine('|---|---|---|---|---|---|---|---|');
  await run('none, list of tasks', ofTasks, () => sleep(idleSeconds * 1_000));
  await run(`export of ${tasks} tasks`, ofTasks, async () => {
    const lines = await readExport(product, admin);
    if (lines < tasks) throw new Error(`The export has ${lines} lines`);
  });
  await run(`import of ${rows} tasks`, ofTasks, () => importTasks(acme, admin, rows));
  await run('none, list of users', ofUsers, () => sleep(idleSeconds * 1_000));
  await run(`import of ${rows} people`, ofUsers, () => importPeople(acme, admin, rows));
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
