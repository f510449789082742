import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { type FilledProduct, startFilled } from './filled-product';
import type { Options } from './options';
import { waitForQueues } from './queues';
import { printLine, printVersionsHeader, printVersionsRow } from './report';
import { compareProducts } from './side-by-side';

const settle = ({ product }: FilledProduct): Promise<void> => waitForQueues(product.tasksDatabase);

/**
 * Compares the services and the gateway of another checkout with those of this one. Processor time includes the work in
 * the background: relay, index and notifications.
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
      printVersionsHeader();
      await compareProducts(before, now, options, printVersionsRow, settle);
    } finally {
      await now.product.stop();
    }
  } finally {
    await before.product.stop();
  }
};
