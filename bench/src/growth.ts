import { measureBackgrounds } from './background';
import { type FilledProduct, startFilled } from './filled-product';
import { describeLists } from './list-scenarios';
import type { Scenario } from './load';
import type { Options } from './options';
import { printPlans } from './plans';
import { printGrowthHeader, printGrowthRow, printLine } from './report';
import { describeScenarios } from './scenarios';
import { compareProducts } from './side-by-side';

/** All operations. The writes come last, because they queue texts that searches would index. */
const describeAll = async (filled: FilledProduct): Promise<Scenario[]> => {
  const operations = (await describeScenarios(filled)).flat();
  const isWrite = ({ next }: Scenario): boolean => next().method !== 'GET';
  return [
    ...operations.filter((scenario) => !isWrite(scenario)),
    ...(await describeLists(filled)),
    ...operations.filter(isWrite),
  ];
};

const compareGrown = async (small: FilledProduct, large: FilledProduct, options: Options): Promise<void> => {
  const backgroundOf = await measureBackgrounds([small, large]);
  printGrowthHeader(options.tasks, options.tasks + options.growth);
  await compareProducts(small, large, options, {
    printRow: printGrowthRow,
    listScenarios: describeAll,
    backgroundOf,
  });
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
