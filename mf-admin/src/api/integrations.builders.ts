import type { Integration } from '@obieg/contracts';

/** An integration as the API returns it. */
export const buildIntegration = (
  id: number,
  name: string,
  changes: Partial<Integration> = {},
): Integration => ({
  id,
  name,
  roles: ['OPERATOR'],
  createdAt: '2026-11-01T08:00:00.000Z',
  tokenCount: 1,
  lastUsedAt: null,
  ...changes,
});
