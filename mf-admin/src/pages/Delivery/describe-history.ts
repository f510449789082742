import type { DeliveryAction, ReleaseHistoryEntry } from '@obieg/contracts';
import type { IconName } from '@obieg/ui';
import type { Translate } from '@obieg/web-kit';
import { shortenVersion } from './release-change';

/** Author of entries that the gateway makes: it ends a canary that fails. */
const gatewayName = 'gateway';

const nameAuthor = (by: string, t: Translate): string => (by === gatewayName ? t('delivery.gateway') : by);

export const actionIcons: Record<DeliveryAction, IconName> = {
  release: 'upload',
  promote: 'final',
  rollback: 'back',
  'end-canary': 'clear',
};

/** Returns who did what, without the reason. */
export const describeEntry = ({ action, by, version, isCanary }: ReleaseHistoryEntry, t: Translate): string =>
  t(`delivery.actions.${isCanary ? 'canary' : action}`, {
    version: shortenVersion(version),
    by: nameAuthor(by, t),
  });

export const describeLastChange = (entry: ReleaseHistoryEntry, t: Translate): string =>
  entry.reason ? `${describeEntry(entry, t)} ${entry.reason}` : describeEntry(entry, t);
