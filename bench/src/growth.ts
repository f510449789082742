import { type FilledProduct, startFilled } from './filled-product';
import type { Options } from './options';
import { printPlans } from './plans';
import { printGrowthHeader, printGrowthRow, printLine } from './report';
import { compareProducts } from './side-by-side';

const compareGrown = async (small: FilledProduct, large: FilledProduct, options: Options): Promise<void> => {
  printGrowthHeader(options.tasks, options.tasks + options.growth);
  await compareProducts(small, large, options, printGrowthRow);
  printPlans(large.product, { ...large, publicTaskId: large.taskIds[0] ?? 0 });
};

/**
 * Compares a small and a large product (more tasks, 5,000 users, 500 groups, nineteen other organizations) in
 * alternation, then prints the large one's query plans.
 */
export const measureGrowth = async (options: Options): Promise<void> => {
  const small = await startFilled(options.tasks);
  try {
    const large = await startFilled(options.tasks + options.growth, { isAmongOthers: true });
    try {
      printLine(`\nWith ${options.growth} more tasks, 5000 users, 500 groups, 20 organizations:`);
      await compareGrown(small, large, options);
    } finally {
      await large.product.stop();
    }
  } finally {
    await small.product.stop();
  }
};
