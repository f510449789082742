import type { FilledProduct } from './filled-product';
import { type Background, type Measured, measure, type Scenario, warmUp } from './load';
import type { Options } from './options';
import { describeScenarios } from './scenarios';

type BackgroundOf = (product: FilledProduct) => Background;

interface Side {
  product: FilledProduct;
  scenarios: Scenario[];
}

const describeSide = async (product: FilledProduct, { only = '' }: Options): Promise<Side> => ({
  product,
  scenarios: (await describeScenarios(product)).flat().filter(({ name }) => name.includes(only)),
});

/**
 * Measures each scenario of both products in each round, alternating the order, because the machine's speed changes
 * from minute to minute. Prints a row after each scenario.
 *
 * @param backgroundOf makes the figures include queued work, and exclude what the idle product does
 */
export const compareProducts = async (
  one: FilledProduct,
  other: FilledProduct,
  options: Options,
  printRow: (one: readonly Measured[], other: readonly Measured[]) => void,
  backgroundOf?: BackgroundOf,
): Promise<void> => {
  const sides = [await describeSide(one, options), await describeSide(other, options)] as const;
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
