import {
  createServiceApp,
  type Database,
  type Logger,
  type SecretBox,
  type ServiceAppOptions,
} from '@obieg/service-kit';
import type Koa from 'koa';
import { accountRoutes } from './account/account.routes';
import { apiTokenRoutes, internalApiTokenRoutes } from './api-tokens/api-tokens.routes';
import { authRoutes, internalAuthRoutes } from './auth/auth.routes';
import { createHandOver } from './auth/hand-over.service';
import { createSignIn } from './auth/sign-in.service';
import { groupRoutes } from './groups/groups.routes';
import { createGroups } from './groups/groups.service';
import type { ProviderSettings } from './identity-providers/dependencies';
import { providerSignInRoutes } from './identity-providers/provider-sign-in.routes';
import { identityProviderRoutes } from './identity-providers/providers.routes';
import { createIntegrationTokens } from './integrations/integration-tokens';
import { integrationRoutes } from './integrations/integrations.routes';
import { createIntegrations } from './integrations/integrations.service';
import type { SigningKeys } from './keys/signing-keys';
import { createFindPermissions } from './members/permissions';
import { internalOrganizationRoutes, organizationRoutes } from './organizations/organizations.routes';
import { createOrganizations } from './organizations/organizations.service';
import { peopleImportRoutes } from './people-import/people-import.routes';
import { closeToProviderSessions } from './provider-rules/provider-session';
import { scimRoutes } from './scim/scim.routes';
import { factorPolicyRoutes } from './second-factor/factor-policy.routes';
import { ownFactorRoutes } from './second-factor/own-factors.routes';
import type { PasskeySite } from './second-factor/passkeys';
import { secondStepRoutes } from './second-factor/second-step.routes';
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
  /** Keeps secrets that the service must read. */
  box: SecretBox;
  identity: OwnIdentitySource;
  log: Logger;
  site: PasskeySite;
  providers: ProviderSettings;
  rateLimitScale: number;
}

/** Creates svc-identity: accounts, sessions, organizations, roles, groups. */
export const createIdentityApp = ({
  db,
  keys,
  box,
  identity,
  log,
  site,
  providers: providerSettings,
  rateLimitScale,
  ...operations
}: AppDependencies): Koa => {
  const organizations = createOrganizations(db);
  const { organizationUrl } = site;
  const parts = { db, keys, box, site };
  const handOver = createHandOver({ db, keys, box, organizationUrl });
  const providers = { db, keys, box, organizationUrl, ...providerSettings };
  const auth = { db, keys, box, signIn: createSignIn(db, parts), handOver };
  return createServiceApp({
    name: 'svc-identity',
    log,
    ...operations,
    findPermissions: createFindPermissions(db),
    onRefusal: createRefusalRecorder(db, log),
    routes: [
      ...closeToProviderSessions(db, [...authRoutes(auth), ...accountRoutes(db), ...ownFactorRoutes(parts)]),
      ...secondStepRoutes(parts),
      ...providerSignInRoutes(providers),
      ...identityProviderRoutes(providers),
      ...factorPolicyRoutes(db),
      ...apiTokenRoutes({ db, organizationUrl }),
      ...verificationRoutes({ db, keys, box, rateLimitScale }),
      ...peopleImportRoutes(db),
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
      ...scimRoutes({ db, organizationUrl, rateLimitScale }),
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
