import type { ApiTokens, CreateApiToken, Integration, Integrations, TokenScope } from '@obieg/contracts';
import type { DemoClient } from './demo-client';
import type { DemoOrganization } from './demo-model';

const validMs = 90 * 24 * 60 * 60 * 1_000;

interface Seed {
  /** Path of the account's tokens. */
  path: string;
  administrator: string;
  name: string;
  scopes: readonly TokenScope[];
}

/** Gives an account one API token, for the list of tokens. The token itself is not kept. */
const seedToken = async (site: DemoClient, { path, administrator, name, scopes }: Seed): Promise<void> => {
  const { tokens } = await site.call<ApiTokens>('GET', path, { as: administrator });
  if (tokens.length > 0) return;
  const body: CreateApiToken = {
    name,
    scopes: [...scopes],
    expiresAt: new Date(Date.now() + validMs).toISOString(),
  };
  await site.call('POST', path, { as: administrator, body });
};

const seedIntegration = async (
  site: DemoClient,
  { administrator, integration }: DemoOrganization,
): Promise<void> => {
  if (!integration) return;
  const path = '/api/integrations';
  const { scopes, ...body } = integration;
  const { integrations } = await site.call<Integrations>('GET', path, { as: administrator });
  const { id } =
    integrations.find(({ name }) => name === body.name) ??
    (await site.call<Integration>('POST', path, { as: administrator, body }));
  await seedToken(site, { path: `${path}/${id}/tokens`, administrator, name: 'Czujniki', scopes });
};

/** Gives the administrator an API token, and the organization its integration with another. */
export const seedTokens = async (site: DemoClient, organization: DemoOrganization): Promise<void> => {
  await seedToken(site, {
    path: '/api/account/tokens',
    administrator: organization.administrator,
    name: 'Raport miesięczny',
    scopes: ['tasks:read', 'people:read'],
  });
  await seedIntegration(site, organization);
};
