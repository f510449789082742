import type { FilledProduct } from './filled-product';
import { type Background, type Measured, measure, type Scenario, warmUp } from './load';
import type { Options } from './options';
import { describeScenarios } from './scenarios';

type BackgroundOf = (product: FilledProduct) => Background;
type Describe = (product: FilledProduct) => Promise<Scenario[]>;

const describeOperations: Describe = async (product) => (await describeScenarios(product)).flat();

interface Side {
  product: FilledProduct;
  scenarios: Scenario[];
}

const describeSide = async (
  product: FilledProduct,
  { only = '' }: Options,
  listScenarios: Describe,
): Promise<Side> => ({
  product,
  scenarios: (await listScenarios(product)).filter(({ name }) => name.includes(only)),
});

interface Comparison {
  /** Prints a row after each scenario. */
  printRow: (one: readonly Measured[], other: readonly Measured[]) => void;
  /** Lists the scenarios of a product, the same for both. */
  listScenarios?: Describe;
  /** Makes the figures include queued work, and exclude what the idle product does. */
  backgroundOf?: BackgroundOf;
}

/**
 * Measures each scenario of both products in each round, alternating the order, because the machine's speed changes
 * from minute to minute.
 */
export const compareProducts = async (
  one: FilledProduct,
  other: FilledProduct,
  options: Options,
  { printRow, listScenarios = describeOperations, backgroundOf }: Comparison,
): Promise<void> => {
  const sides = [
    await describeSide(one, options, listScenarios),
    await describeSide(other, options, listScenarios),
  ] as const;
  await warmUp(
    sides.flatMap(({ scenarios }) => scenarios),
    options.warmUp,
  );
  for (const [index] of sides[0].scenarios.entries())
    for (const connections of options.connections) {
      const measured: [Measured[], Measured[]] = [[], []];
      for (let round = 0; round < options.rounds; round++)
        for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
          const { product, scenarios } = sides[side];
          const scenario = scenarios[index];
          if (!scenario) throw new Error('Both products have the same scenarios.');
          measured[side].push(await measure(scenario, connections, options.seconds, backgroundOf?.(product)));
        }
      printRow(...measured);
    }
};
