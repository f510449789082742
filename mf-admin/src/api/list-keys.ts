import type { organizationNameKey, sharedKeys } from '@obieg/web-kit';
import { ownKey } from '../query-keys';

/** Query keys of the lists that a change of another entity refetches, too. */
export const listKeys = {
  adminOrganizations: ownKey('admin-organizations'),
  calendars: ownKey('calendars'),
  groups: ownKey('groups-administration'),
  integrations: ownKey('integrations'),
  organizations: ownKey('organizations'),
  organizationUsers: ownKey('organization-users'),
  parameters: ownKey('workflow-parameters'),
  revisions: ownKey('workflow-revisions'),
  scenarios: ownKey('workflow-scenarios'),
  statuses: ownKey('workflow-statuses'),
  targets: ownKey('targets'),
  transitions: ownKey('status-transitions'),
  users: ownKey('user-list'),
} as const;

type ValueOf<T> = T[keyof T];
export type ListKey = ValueOf<typeof listKeys> | ValueOf<typeof sharedKeys> | typeof organizationNameKey;
