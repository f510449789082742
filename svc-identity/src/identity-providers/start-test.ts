import type { IdentityProviderTest, ProviderTestStart, ProviderTestStep } from '@obieg/contracts';
import { type Actor, problem, withOrganization } from '@obieg/service-kit';
import { generateToken } from '../credentials/secrets';
import { translate } from '../messages/server-messages';
import { recordSecurity } from '../security-log/security-log';
import { bindBrowser, secretsOf } from './browser-binding';
import { clientOf, type ProviderDependencies } from './dependencies';
import { toProviderError } from './provider-error';
import { callbackAddressOf, type ProviderRequest } from './provider-sign-in';
import { emptyTest, failStep, passStep, type StoredTest } from './provider-test';
import { findProviderRow } from './providers.repo';
import { findTest, insertSignIn, type SignInRow } from './sign-ins.repo';

const presentTest = (test: StoredTest, startedAt: Date, isWaiting: boolean): IdentityProviderTest => ({
  startedAt: startedAt.toISOString(),
  isWaiting,
  ...test,
});

const presentRow = ({ test_result, started_at, used_at }: SignInRow): IdentityProviderTest =>
  presentTest(test_result ?? emptyTest, started_at, used_at === null);

interface TestRequest extends ProviderRequest {
  actor: Actor;
}

/** The latest test of the caller's session. Nobody else sees the claims. */
export const getProviderTest = (
  { db }: Pick<ProviderDependencies, 'db'>,
  { organization, actor }: Pick<TestRequest, 'organization' | 'actor'>,
  providerId: number,
): Promise<IdentityProviderTest | null> =>
  withOrganization(db, organization.id, async (tx) => {
    const row = await findTest(tx, organization.id, providerId, actor.sessionId);
    return row ? presentRow(row) : null;
  });

/**
 * Tests discovery and keys. The test continues in the browser at the returned address, as a sign-in that signs nobody
 * in. @throws 404
 */
export const startProviderTest = async (
  { db, box, client, organizationUrl }: ProviderDependencies,
  { organization, origin, actor, cookieHeader }: TestRequest,
  providerId: number,
): Promise<ProviderTestStart & { cookie: string | undefined }> => {
  const provider = await withOrganization(db, organization.id, (tx) =>
    findProviderRow(tx, organization.id, providerId),
  );
  if (!provider) throw problem.notFound(translate(origin.language, 'providerNotFound'));
  const url = organizationUrl(organization.code);
  const startedAt = new Date();
  let step: ProviderTestStep = 'DISCOVERY';
  let test = emptyTest;
  try {
    const config = await client.discover(clientOf(box, provider));
    test = passStep(test, step, config.serverMetadata().issuer);
    step = 'KEYS';
    test = passStep(test, step, String(await client.countKeys(config)));
    step = 'AUTHORIZATION';
    const { browser, cookie } = bindBrowser(url, cookieHeader);
    const secrets = secretsOf(browser, generateToken());
    const address = await client.authorizationAddress(config, callbackAddressOf(url), secrets);
    await withOrganization(db, organization.id, async (tx) => {
      const signIn = { provider, state: secrets.state, browser };
      await insertSignIn(tx, { ...signIn, test: { sessionId: actor.sessionId, result: test } });
      await recordSecurity(tx, origin, {
        event: 'identity-provider.test',
        details: { name: provider.name, issuer: provider.issuer },
      });
    });
    return { test: presentTest(test, startedAt, true), address, cookie };
  } catch (error) {
    const failure = toProviderError(error, 'unreachable');
    if (failure !== error) throw error;
    return {
      test: presentTest(failStep(test, step, failure), startedAt, false),
      address: null,
      cookie: undefined,
    };
  }
};
