import type { ReleaseHistoryEntry, RemoteDelivery } from '@obieg/contracts';

const hash = (letter: string): string => letter.repeat(16);

export const buildVersion = (letter: string, builtAt = '2026-11-20T10:00:00.000Z') => ({
  version: hash(letter),
  commit: `${letter.repeat(7)}0123456789`,
  builtAt,
});

export const buildHistoryEntry = (entry: Partial<ReleaseHistoryEntry> = {}): ReleaseHistoryEntry => ({
  at: '2026-11-21T10:00:00.000Z',
  by: 'anna@obieg.test',
  action: 'release',
  version: hash('a'),
  reason: null,
  ...entry,
});

const noReports = { loads: 0, failures: 0 };

/** A remote whose version `aaaaaaaa` all organizations get. `bbbbbbbb` and `cccccccc` are published, too. */
export const buildDelivery = (delivery: Partial<RemoteDelivery> = {}): RemoteDelivery => ({
  id: 'mf-tasks',
  revision: 3,
  stable: buildVersion('a'),
  canary: null,
  lastChange: buildHistoryEntry(),
  versions: [buildVersion('c'), buildVersion('b'), buildVersion('a')],
  problem: null,
  reports: [{ at: '2026-11-21T10:00:00.000Z', stable: noReports, canary: noReports }],
  ...delivery,
});

/** `bbbbbbbb` for a tenth of the organizations and for acme. */
export const canary = {
  ...buildVersion('b'),
  percent: 10,
  organizations: ['acme'],
  since: '2026-11-21T10:00:00.000Z',
};
