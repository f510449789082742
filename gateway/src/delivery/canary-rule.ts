import type { LoadCounts } from './report-counts';
import type { SourceSums } from './source-counts';

const minimumLoads = 20;
const maximumShare = 0.05;
/** Failures that the stable version has, too, are not the canary's. */
const stableFactor = 3;

const shareOf = ({ loads, failures }: LoadCounts): number => (loads === 0 ? 0 : failures / loads);

const describe = ({ loads, failures }: LoadCounts): string => `${failures} of ${loads} loads failed`;

const isFailing = (canary: LoadCounts, stable: LoadCounts): boolean =>
  canary.loads >= minimumLoads &&
  shareOf(canary) > maximumShare &&
  shareOf(canary) > stableFactor * shareOf(stable);

/**
 * Judges a canary. If other addresses have reported enough loads, the failures of one address alone do not end it.
 *
 * @returns why the canary must end; undefined if it may continue
 */
export const findReasonToEnd = (
  canary: LoadCounts,
  stable: LoadCounts,
  readSources: () => SourceSums,
): string | undefined => {
  if (!isFailing(canary, stable)) return undefined;
  const { sources, withoutWorst } = readSources();
  if (withoutWorst.loads >= minimumLoads && !isFailing(withoutWorst, stable)) return undefined;
  const addresses = sources === 1 ? '1 address' : `${sources} addresses`;
  return `${describe(canary)} within ten minutes, reported from ${addresses}; stable version: ${describe(stable)}.`;
};
