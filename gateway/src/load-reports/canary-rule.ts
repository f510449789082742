import { type LoadCounts, sumOf } from './load-counts';

const minimumLoads = 20;
/** An address counts for at most half of the minimum, so that it does not provide the minimum alone. */
const loadsOfAddressMax = minimumLoads / 2;
const maximumShare = 0.05;
/** Failures that the stable version has, too, are not the canary's. */
const stableFactor = 3;

/**
 * Share of the loads that failed. Each address has one vote, the share of its own loads. The highest and the lowest
 * vote do not count, so that no address decides alone; of two votes, the lower one counts.
 */
const shareOf = (addresses: readonly LoadCounts[]): number => {
  const votes = addresses
    // A failure can arrive without its load, if the message of another gateway was lost.
    .map(({ loads, failures }) => Math.min(1, failures / Math.max(1, loads)))
    .sort((one, other) => one - other);
  const counted = votes.slice(Math.min(1, votes.length - 2), -1);
  return counted.length === 0 ? 0 : counted.reduce((sum, vote) => sum + vote) / counted.length;
};

const describe = ({ loads, failures }: LoadCounts): string => `${failures} of ${loads} loads failed`;

/**
 * Judges a canary by the loads of each address.
 *
 * @returns why the canary must end; undefined if it may continue
 */
export const findReasonToEnd = (
  canary: readonly LoadCounts[],
  stable: readonly LoadCounts[],
): string | undefined => {
  const loads = canary.reduce((sum, address) => sum + Math.min(address.loads, loadsOfAddressMax), 0);
  const share = shareOf(canary);
  if (loads < minimumLoads || share <= maximumShare || share <= stableFactor * shareOf(stable))
    return undefined;
  const [canarySum, stableSum] = [describe(sumOf(canary)), describe(sumOf(stable))];
  return `${canarySum} within ten minutes, reported from ${canary.length} addresses; stable version: ${stableSum}.`;
};
