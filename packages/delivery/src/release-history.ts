import type { ReleaseHistoryEntry, ReleasePointer } from '@obieg/contracts';

const oldestFirst = ({ history }: ReleasePointer): ReleaseHistoryEntry[] => history.toReversed();

/** Whether an entry names the version that all other organizations get from then on. */
const setsStable = ({ action, isCanary }: ReleaseHistoryEntry): boolean =>
  action === 'promote' || action === 'rollback' || (action === 'release' && isCanary !== true);

/**
 * Finds the version to return to. A rollback removes what it left from the sequence, so that a second rollback goes
 * further back instead of forward again.
 */
export const findPreviousVersion = (pointer: ReleasePointer): string | undefined => {
  const sequence: string[] = [];
  for (const entry of oldestFirst(pointer).filter(setsStable)) {
    const index = entry.action === 'rollback' ? sequence.lastIndexOf(entry.version) : -1;
    if (index >= 0) sequence.length = index + 1;
    else if (sequence.at(-1) !== entry.version) sequence.push(entry.version);
  }
  return sequence.at(-1) === pointer.stable ? sequence.at(-2) : sequence.at(-1);
};

/** @returns the versions that all organizations got, newest first, the present one included */
export const listStableVersions = (pointer: ReleasePointer): string[] => [
  ...new Set([
    ...(pointer.stable === null ? [] : [pointer.stable]),
    ...pointer.history.filter(setsStable).map(({ version }) => version),
  ]),
];

/** @returns versions that pages got at or after a moment: tabs that have them may still be open */
export const findVersionsServedSince = (pointer: ReleasePointer, since: Date): Set<string> => {
  const served = new Set<string>();
  let stable: string | undefined;
  let canary: string | undefined;
  const isRecent = ({ at }: ReleaseHistoryEntry): boolean => new Date(at) >= since;
  for (const entry of oldestFirst(pointer)) {
    // An entry ends what was served before it.
    if (isRecent(entry)) for (const version of [stable, canary]) if (version) served.add(version);
    if (setsStable(entry)) stable = entry.version;
    canary = entry.action === 'release' && entry.isCanary === true ? entry.version : undefined;
  }
  for (const version of [pointer.stable, pointer.canary?.version]) if (version) served.add(version);
  return served;
};
