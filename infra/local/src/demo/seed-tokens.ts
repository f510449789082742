import type { ApiTokens, CreateApiToken, TokenScope } from '@obieg/contracts';
import type { DemoClient } from './demo-client';
import type { DemoOrganization } from './demo-model';

const path = '/api/account/tokens';
const validMs = 90 * 24 * 60 * 60 * 1_000;
const scopes: readonly TokenScope[] = ['tasks:read', 'people:read'];

/** Gives the administrator an API token, for the list of tokens. The token itself is not kept. */
export const seedTokens = async (site: DemoClient, { administrator }: DemoOrganization): Promise<void> => {
  const { tokens } = await site.call<ApiTokens>('GET', path, { as: administrator });
  if (tokens.length > 0) return;
  const body: CreateApiToken = {
    name: 'Raport miesięczny',
    scopes: [...scopes],
    expiresAt: new Date(Date.now() + validMs).toISOString(),
  };
  await site.call('POST', path, { as: administrator, body });
};
