import { type FilledProduct, startFilled } from './filled-product';
import { type Measured, measure, type Scenario, warmUp } from './load';
import type { Options } from './options';
import { printPlans } from './plans';
import { printGrowthHeader, printGrowthRow, printLine } from './report';
import { describeScenarios } from './scenarios';

/**
 * Measures both products in each round, alternating the order, because the machine's speed changes from minute to
 * minute.
 */
const measurePair = async (
  pair: readonly [small: Scenario, large: Scenario],
  connections: number,
  { rounds, seconds }: Options,
): Promise<[Measured[], Measured[]]> => {
  const measured: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const index of order) measured[index].push(await measure(pair[index], connections, seconds));
  }
  return measured;
};

const comparePair = async (small: FilledProduct, large: FilledProduct, options: Options) => {
  const describe = async (product: FilledProduct): Promise<Scenario[]> =>
    (await describeScenarios(product)).flat().filter(({ name }) => name.includes(options.only ?? ''));
  const [scenarios, grown] = [await describe(small), await describe(large)];
  await warmUp([...scenarios, ...grown], options.warmUp);
  printGrowthHeader(options.tasks, options.tasks + options.growth);
  for (const [index, scenario] of scenarios.entries()) {
    const other = grown[index];
    if (!other) continue;
    for (const connections of options.connections) {
      const [before, after] = await measurePair([scenario, other], connections, options);
      printGrowthRow(before, after);
    }
  }
};

/**
 * Compares a small and a large product (more tasks, 5,000 users, 500 groups, nineteen other organizations) in
 * alternation, then prints the large one's query plans.
 */
export const measureGrowth = async (options: Options): Promise<void> => {
  const small = await startFilled(options.tasks);
  try {
    const large = await startFilled(options.tasks + options.growth, true);
    try {
      printLine(`\nWith ${options.growth} more tasks, 5000 users, 500 groups, 20 organizations:`);
      await comparePair(small, large, options);
      printPlans(large.product, { ...large, publicTaskId: large.taskIds[0] ?? 0 });
    } finally {
      await large.product.stop();
    }
  } finally {
    await small.product.stop();
  }
};
