import { expect } from 'vitest';

/** How often each request is measured. */
const samples = 200;
/** Five standard deviations of the share for samples of one distribution. */
const shareDeviationMax = 0.145;

export interface MeasuredRequest {
  /** Runs before each request and is not measured. */
  prepare?: () => Promise<void>;
  send: () => Promise<void>;
}

const measure = async ({ prepare, send }: MeasuredRequest): Promise<number> => {
  await prepare?.();
  const startedAt = process.hrtime.bigint();
  await send();
  return Number(process.hrtime.bigint() - startedAt);
};

/**
 * Checks that durations do not tell two requests apart: the first one takes longer in half of all pairs, as by chance.
 * The requests alternate, so that the speed of the machine does not matter.
 */
export const expectSameDurations = async (
  requests: readonly [MeasuredRequest, MeasuredRequest],
): Promise<void> => {
  const durations: [number[], number[]] = [[], []];
  for (let count = 0; count < samples; count += 1)
    for (const index of count % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      durations[index].push(await measure(requests[index]));
  const [first, second] = durations;
  const longer = first.reduce((sum, one) => sum + second.filter((other) => one > other).length, 0);
  expect(Math.abs(longer / samples ** 2 - 0.5)).toBeLessThan(shareDeviationMax);
};
