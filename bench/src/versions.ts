import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { measureBackgrounds } from './background';
import { startFilled } from './filled-product';
import type { Options } from './options';
import { printLine, printVersionsHeader, printVersionsRow } from './report';
import { compareProducts } from './side-by-side';
import { addWebhook } from './webhook';

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
    let stopReceiver: (() => void) | undefined;
    try {
      if (options.hasWebhook) stopReceiver = await addWebhook(now.product);
      const load = loadavg()[0]?.toFixed(1);
      printLine(
        `${options.tasks} tasks, ${options.rounds} rounds of ${options.seconds} s, load average ${load}`,
      );
      const backgroundOf = await measureBackgrounds([before, now]);
      printVersionsHeader();
      await compareProducts(before, now, options, {
        printRow: printVersionsRow,
        backgroundOf,
      });
    } finally {
      await now.product.stop();
      stopReceiver?.();
    }
  } finally {
    await before.product.stop();
  }
};
