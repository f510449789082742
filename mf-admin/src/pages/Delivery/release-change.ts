import type { ReleaseHistoryEntry, RemoteDelivery } from '@obieg/contracts';
import type { Translate } from '@obieg/web-kit';
import type { DeliveryRequest } from '../../api/delivery.api';

/** Organizations that get a canary. `main` is the main domain. */
export interface CanaryAudience {
  percent: number;
  organizations: readonly string[];
}

/** A change that the user wants to make to the release of a remote. */
export type ReleaseChange =
  | { kind: 'release'; version: string }
  | { kind: 'canary'; version: string; audience: CanaryAudience }
  | { kind: 'promote' }
  | { kind: 'endCanary' }
  | { kind: 'rollback'; version: string };

/** Hashes are shortened; names that teams chose are not. */
export const shortenVersion = (version: string): string =>
  /^[0-9a-f]{12,}$/.test(version) ? version.slice(0, 8) : version;

export const toRequest = (change: ReleaseChange): DeliveryRequest => {
  switch (change.kind) {
    case 'release':
      return { path: 'release', body: { version: change.version } };
    case 'canary': {
      const { percent, organizations } = change.audience;
      return {
        path: 'release',
        body: { version: change.version, percent, organizations: [...organizations] },
      };
    }
    case 'promote':
      return { path: 'promote', body: {} };
    case 'endCanary':
      return { path: 'rollback', body: {} };
    case 'rollback':
      return { path: 'rollback', body: { version: change.version } };
  }
};

/**
 * Returns the version of the canary, also of one that the gateway refuses to serve and therefore omits: every change
 * other than a release as a canary ends the canary.
 */
export const findCanaryVersion = ({ canary, lastChange }: RemoteDelivery): string | undefined =>
  canary?.version ??
  (lastChange?.action === 'release' && lastChange.isCanary ? lastChange.version : undefined);

/** Whether a change still makes sense. Another administrator, or the gateway, may have ended the canary. */
export const isPossible = (remote: RemoteDelivery, { kind }: ReleaseChange): boolean => {
  if (kind === 'promote') return remote.canary !== null;
  return kind !== 'endCanary' || findCanaryVersion(remote) !== undefined;
};

const nameOrganization = (codeName: string, t: Translate): string =>
  codeName === 'main' ? t('delivery.mainDomain') : codeName;

/** Names the organizations of a canary, for example `10% of the organizations, acme`. */
export const describeAudience = ({ percent, organizations }: CanaryAudience, t: Translate): string =>
  [
    ...(percent > 0 ? [t('delivery.share', { percent })] : []),
    ...organizations.map((codeName) => nameOrganization(codeName, t)),
  ].join(', ');

const describeOthers = ({ stable }: RemoteDelivery, t: Translate): string =>
  stable
    ? t('delivery.will.othersKeep', { version: shortenVersion(stable.version) })
    : t('delivery.will.othersNone');

/** The canary ends with every change that gives all organizations one version. */
const describeEndOfCanary = (remote: RemoteDelivery, version: string | undefined, t: Translate): string[] => {
  const canary = findCanaryVersion(remote);
  return canary && canary !== version
    ? [t('delivery.will.canaryEnds', { version: shortenVersion(canary) })]
    : [];
};

/** Says what a change will do, one sentence each. */
export const describeChange = (remote: RemoteDelivery, change: ReleaseChange, t: Translate): string[] => {
  const { id, stable, canary } = remote;
  const toAll = (version: string): string[] => [
    t('delivery.will.all', { id, version: shortenVersion(version) }),
    ...describeEndOfCanary(remote, version, t),
    t('delivery.will.openPages'),
  ];
  if (!isPossible(remote, change)) return [t('delivery.will.noCanary', { id })];
  switch (change.kind) {
    case 'release':
    case 'rollback':
      return toAll(change.version);
    case 'promote':
      return toAll(canary?.version ?? '');
    case 'endCanary':
      return [
        ...describeEndOfCanary(remote, undefined, t),
        stable
          ? t('delivery.will.all', { id, version: shortenVersion(stable.version) })
          : t('delivery.will.none', { id }),
        t('delivery.will.openPages'),
      ];
    case 'canary':
      return [
        t('delivery.will.some', {
          id,
          version: shortenVersion(change.version),
          audience: describeAudience(change.audience, t),
        }),
        describeOthers(remote, t),
        ...describeEndOfCanary(remote, change.version, t),
        t('delivery.will.openPages'),
      ];
  }
};

const setsStable = ({ action, isCanary }: ReleaseHistoryEntry): boolean =>
  action !== 'end-canary' && isCanary !== true;

/**
 * Suggests the version to roll back to: the one that all organizations had before the present one. A rollback returns
 * to an earlier point, so what was released in between is not suggested again.
 *
 * @param history newest first
 */
export const suggestRollback = (
  history: readonly ReleaseHistoryEntry[],
  { stable, versions }: RemoteDelivery,
): string | undefined => {
  const sequence: string[] = [];
  for (const { action, version } of history.filter(setsStable).toReversed()) {
    const earlier = action === 'rollback' ? sequence.lastIndexOf(version) : -1;
    if (earlier >= 0) sequence.length = earlier + 1;
    else if (sequence.at(-1) !== version) sequence.push(version);
  }
  return sequence.findLast(
    (version) => version !== stable?.version && versions.some((published) => published.version === version),
  );
};
