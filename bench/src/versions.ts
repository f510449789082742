import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type FilledProduct, startFilled } from './filled-product';
import type { Background } from './load';
import type { Options } from './options';
import { ourProcessIds } from './product';
import { waitForQueues } from './queues';
import { printIdle, printLine, printVersionsHeader, printVersionsRow } from './report';
import { cpuMs } from './resources';
import { compareProducts } from './side-by-side';

const settle = ({ product }: FilledProduct): Promise<void> => waitForQueues(product.tasksDatabase);

const idleSeconds = 10;

/** Measures both products at the same time. */
const measureIdle = async (products: readonly FilledProduct[]): Promise<Background['idle'][]> => {
  const read = ({ product }: FilledProduct) => ({
    cpuMs: cpuMs(ourProcessIds(product)),
    databaseCpuMs: cpuMs([product.obieg.pids()['postgres'] ?? 0]),
  });
  const before = products.map(read);
  await setTimeout(idleSeconds * 1_000);
  return products.map((product, index) => {
    const after = read(product);
    const { cpuMs = 0, databaseCpuMs = 0 } = before[index] ?? {};
    return {
      cpuMs: (after.cpuMs - cpuMs) / idleSeconds,
      databaseCpuMs: (after.databaseCpuMs - databaseCpuMs) / idleSeconds,
    };
  });
};

/**
 * Compares the services and the gateway of another checkout with those of this one. Processor time includes the queued
 * work of a request: relay, index and notifications. What idle products do has a line of its own.
 */
export const compareVersions = async (folder: string, options: Options): Promise<void> => {
  // npm runs the program in the folder of the workspace, callers give a folder from where they are.
  const programRoot = resolve(process.env['INIT_CWD'] ?? '.', folder);
  const before = await startFilled(options.tasks, { programRoot });
  try {
    const now = await startFilled(options.tasks);
    try {
      const load = loadavg()[0]?.toFixed(1);
      printLine(
        `${options.tasks} tasks, ${options.rounds} rounds of ${options.seconds} s, load average ${load}`,
      );
      await settle(before);
      await settle(now);
      const products = [before, now];
      const idle = await measureIdle(products);
      printIdle(idle);
      printVersionsHeader();
      await compareProducts(before, now, options, printVersionsRow, (product) => ({
        settle: () => settle(product),
        idle: idle[products.indexOf(product)] ?? { cpuMs: 0, databaseCpuMs: 0 },
      }));
    } finally {
      await now.product.stop();
    }
  } finally {
    await before.product.stop();
  }
};
