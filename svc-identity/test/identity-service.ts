import type { OrganizationRoleCode } from '@obieg/contracts';
import {
  createAuthenticator,
  createDatabase,
  createKeySet,
  createLog,
  createMetrics,
  createSecretBox,
  withOrganization,
  withTransaction,
} from '@obieg/service-kit';
import { createAddressRules, parseNetworks, resolveHost } from '@obieg/service-kit/guarded-network';
import { createTestDatabase, startTestService } from '@obieg/service-kit/testing';
import type { Knex } from 'knex';
import { migrations } from '../migrations/index';
import { createIdentityApp } from '../src/app';
import { hashPassword } from '../src/credentials/passwords';
import type { ProviderSettings } from '../src/identity-providers/dependencies';
import { createProviderClient } from '../src/identity-providers/provider-client';
import { createSigningKeys } from '../src/keys/signing-keys';
import { saveMembership } from '../src/members/members.repo';
import { createOrganizations } from '../src/organizations/organizations.service';
import { operatorOrigin } from '../src/security-log/origin';
import { createOwnIdentitySource } from '../src/sessions/own-identity-source';
import { createSuperAdmin } from '../src/users/super-admin';

export const password = 'obieg-demo';

/** Identity providers of this machine are reachable, and no domain has a record. */
export const localProviders = (more: Partial<ProviderSettings> = {}): ProviderSettings => {
  const reach = { rules: createAddressRules(parseNetworks('127.0.0.0/8')), resolveHost };
  return {
    reach,
    resolveTxt: async () => [],
    client: createProviderClient(more.reach ?? reach),
    ...more,
  };
};

/** Starts svc-identity on a new database. It verifies tokens with its own key set, as in production. */
export const startIdentity = async ({
  rateLimitScale = 1,
  providers = localProviders(),
}: {
  rateLimitScale?: number;
  providers?: ProviderSettings;
} = {}) => {
  const database = await createTestDatabase(migrations);
  const lines: string[] = [];
  const log = createLog('test', 'info', { write: (line) => lines.push(line) });
  const keys = createSigningKeys(database.db);
  const identity = createOwnIdentitySource(database.db, keys);
  const app = createIdentityApp({
    db: database.db,
    keys,
    identity,
    log,
    metrics: createMetrics('test'),
    healthChecks: [],
    authenticate: createAuthenticator({
      keySet: createKeySet({ ...identity, log }),
      isRevoked: () => false,
    }),
    rateLimitScale,
    providers,
    box: createSecretBox([Buffer.alloc(32, 'key of tests')]),
    site: {
      domain: 'obieg.localhost',
      mainOrigin: 'http://obieg.localhost:8080',
      organizationUrl: (codeName) => `http://${codeName}.obieg.localhost:8080`,
    },
  });
  const service = await startTestService(app);
  const origin = operatorOrigin(log);
  await createSuperAdmin(database.db, { email: 'super@obieg.test', username: 'super', password }, origin);
  const organizations = createOrganizations(database.db);

  const addMember = async (
    organizationId: number,
    username: string,
    roles: OrganizationRoleCode[],
  ): Promise<number> => {
    const passwordHash = await hashPassword(password);
    const [user] = await withTransaction(database.db, (tx) =>
      tx('users')
        .insert({ email: `${username}@obieg.test`, username, password_hash: passwordHash })
        .returning('id'),
    );
    await withOrganization(database.db, organizationId, (tx) =>
      saveMembership(tx, organizationId, user.id, roles, origin),
    );
    return user.id;
  };
  const addOrganization = async (codeName: string) => {
    const { id } = await organizations.create({ name: `Organizacja ${codeName}`, codeName }, origin);
    return { id, code: codeName };
  };
  const signIn = async (login: string, organization?: { id: number; code: string }): Promise<string> => {
    const { body } = await service.request('POST', '/api/auth/signin', {
      organization,
      body: { email: login, password },
    });
    return body.token;
  };
  return {
    ...database,
    /** Log lines as JSON. */
    lines,
    request: service.request,
    /** Runs statements as the owner of the tables. */
    asOwner: async (work: (knex: Knex) => Promise<unknown>): Promise<void> => {
      const owner = createDatabase({ url: database.ownerUrl });
      await work(owner.knex).finally(owner.close);
    },
    addMember,
    addOrganization,
    signIn,
    close: async () => {
      await service.close();
      await database.close();
    },
  };
};
export type Identity = Awaited<ReturnType<typeof startIdentity>>;
