import { createServiceApp, type Database, type Logger, type ServiceAppOptions } from '@obieg/service-kit';
import type Koa from 'koa';
import { accountRoutes } from './account/account.routes';
import { apiTokenRoutes, internalApiTokenRoutes } from './api-tokens/api-tokens.routes';
import { authRoutes, internalAuthRoutes } from './auth/auth.routes';
import { createHandOver } from './auth/hand-over.service';
import { createSignIn } from './auth/sign-in.service';
import { groupRoutes } from './groups/groups.routes';
import { createGroups } from './groups/groups.service';
import { createIntegrationTokens } from './integrations/integration-tokens';
import { integrationRoutes } from './integrations/integrations.routes';
import { createIntegrations } from './integrations/integrations.service';
import type { SigningKeys } from './keys/signing-keys';
import { createFindPermissions } from './members/permissions';
import { internalOrganizationRoutes, organizationRoutes } from './organizations/organizations.routes';
import { createOrganizations } from './organizations/organizations.service';
import { createRefusalRecorder } from './security-log/refusals';
import { securityLogRoutes } from './security-log/security-log.routes';
import type { OwnIdentitySource } from './sessions/own-identity-source';
import { createMembership } from './users/membership.service';
import { userRoutes } from './users/users.routes';
import { createUsers } from './users/users.service';
import { verificationRoutes } from './verification/verification.routes';

interface AppDependencies extends Pick<ServiceAppOptions, 'authenticate' | 'healthChecks' | 'metrics'> {
  db: Database;
  keys: SigningKeys;
  identity: OwnIdentitySource;
  log: Logger;
  organizationUrl(codeName: string): string;
  rateLimitScale: number;
}

/** Creates svc-identity: accounts, sessions, organizations, roles, groups. */
export const createIdentityApp = ({
  db,
  keys,
  identity,
  log,
  organizationUrl,
  rateLimitScale,
  ...operations
}: AppDependencies): Koa => {
  const organizations = createOrganizations(db);
  const handOver = createHandOver({ db, keys, organizationUrl });
  const auth = { db, signIn: createSignIn(db, keys), keys, handOver };
  return createServiceApp({
    name: 'svc-identity',
    log,
    ...operations,
    findPermissions: createFindPermissions(db),
    onRefusal: createRefusalRecorder(db, log),
    routes: [
      ...authRoutes(auth),
      ...accountRoutes(db),
      ...apiTokenRoutes({ db, organizationUrl }),
      ...verificationRoutes({ db, keys, rateLimitScale }),
      // Before the organizations' paths, which would parse these words as an id.
      ...userRoutes({
        db,
        organizationUrl,
        rateLimitScale,
        users: createUsers(db),
        membership: createMembership({ db, organizationUrl, rateLimitScale }),
        organizations,
      }),
      ...integrationRoutes({
        integrations: createIntegrations(db),
        tokens: createIntegrationTokens({ db, organizationUrl }),
      }),
      ...groupRoutes(createGroups(db)),
      ...organizationRoutes(db, organizations),
      ...securityLogRoutes(db),
    ],
    internalRoutes: [
      ...internalAuthRoutes(identity),
      ...internalApiTokenRoutes(db, keys),
      ...internalOrganizationRoutes(db, organizations),
    ],
  });
};
