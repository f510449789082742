import { providerCallbackPath, providerSignedOutPath, type SignInResponse } from '@obieg/contracts';
import { type Actor, type OrganizationContext, problem, type Tx, withOrganization } from '@obieg/service-kit';
import { generateToken } from '../credentials/secrets';
import { fillNextNames } from '../members/fill-name-skeletons';
import { translate } from '../messages/server-messages';
import { admit } from '../second-factor/admit';
import { maskLogin } from '../security-log/mask';
import type { Origin } from '../security-log/origin';
import { recordRefusal } from '../security-log/security-log';
import { applyAdmission } from './apply-admission';
import { bindBrowser, readBrowser, secretsOf } from './browser-binding';
import { type AssertedPerson, isSecondFactorProved, readAssertedPerson } from './claims';
import { clientOf, type ProviderDependencies } from './dependencies';
import type { Redeemed } from './provider-client';
import { ProviderError, toProviderError } from './provider-error';
import { emptyTest, failStep, passStep, type StoredTest, testClaims } from './provider-test';
import { findProviderRow, type ProviderRow, shareProviderRow } from './providers.repo';
import { insertSignIn, type SignInRow, saveTestResult, takeSignIn } from './sign-ins.repo';

/** The browser's request, and the organization's address. */
export interface ProviderRequest {
  organization: OrganizationContext;
  origin: Origin;
  cookieHeader: string | undefined;
}

export const callbackAddressOf = (organizationUrl: string): string =>
  `${organizationUrl}${providerCallbackPath}`;

const textOf = ({ reason }: ProviderError) => {
  if (reason === 'sign-in-expired') return 'providerSignInExpired';
  if (reason === 'denied') return 'providerDenied';
  if (reason === 'membership-ended') return 'providerMembershipEnded';
  if (
    reason === 'no-address' ||
    reason === 'address-not-verified' ||
    reason === 'domain-not-verified' ||
    reason === 'system-account'
  )
    return 'providerNotForAddress';
  return 'providerFailed';
};

interface Attempted {
  provider?: Pick<ProviderRow, 'name'> | undefined;
  person?: AssertedPerson | undefined;
}

/** Records why a sign-in was refused. @returns the problem for the person, with less detail */
const refuse = async (
  { db }: Pick<ProviderDependencies, 'db'>,
  origin: Origin,
  error: ProviderError,
  { provider, person }: Attempted,
): Promise<Error> => {
  const name = provider?.name;
  await recordRefusal(db, origin, {
    event: 'sign-in',
    details: {
      by: 'provider',
      reason: error.reason,
      ...(name === undefined ? {} : { name }),
      ...(person ? { login: maskLogin(person.email) } : {}),
    },
  });
  origin.log.info({ err: error.cause, reason: error.reason }, 'a sign-in with a provider was refused');
  const text = translate(origin.language, textOf(error), { name: name ?? '' });
  return problem.badRequest('PROVIDER_REFUSED', text);
};

/**
 * Begins a sign-in. @returns the provider's address and the cookie that binds the sign-in to the browser
 * @throws 404 for a provider that is unknown or off, 400 PROVIDER_REFUSED if it does not answer
 */
export const beginProviderSignIn = async (
  dependencies: ProviderDependencies,
  { organization, origin, cookieHeader }: ProviderRequest,
  providerId: number,
  loginHint: string | undefined,
): Promise<{ address: string; cookie: string }> => {
  const { db, box, client, organizationUrl } = dependencies;
  const provider = await withOrganization(db, organization.id, (tx) =>
    findProviderRow(tx, organization.id, providerId),
  );
  if (!provider?.is_active) throw problem.notFound(translate(origin.language, 'providerNotFound'));
  const url = organizationUrl(organization.code);
  const { browser, cookie } = bindBrowser(url, cookieHeader);
  const secrets = secretsOf(browser, generateToken());
  try {
    const config = await client.discover(clientOf(box, provider));
    const address = await client.authorizationAddress(config, callbackAddressOf(url), secrets, loginHint);
    await withOrganization(db, organization.id, (tx) =>
      insertSignIn(tx, { provider, state: secrets.state, browser }),
    );
    return { address, cookie };
  } catch (error) {
    if (error instanceof ProviderError) throw await refuse(dependencies, origin, error, { provider });
    throw error;
  }
};

interface Taken {
  row: SignInRow;
  provider: ProviderRow;
  browser: string;
  state: string;
}

/** Uses up the sign-in that a callback belongs to. @throws ProviderError */
const take = async (
  { db }: ProviderDependencies,
  { organization, cookieHeader }: ProviderRequest,
  url: string,
  query: string,
): Promise<Taken> => {
  const states = new URLSearchParams(query).getAll('state');
  const [state] = states;
  const browser = readBrowser(url, cookieHeader);
  if (states.length !== 1 || !state || !browser) throw new ProviderError('sign-in-expired');
  return withOrganization(db, organization.id, async (tx) => {
    const row = await takeSignIn(tx, organization.id, state, browser);
    const provider = row && (await findProviderRow(tx, organization.id, row.provider_id));
    // The person went to the provider as it was then.
    if (!provider || provider.revision !== row.provider_revision) throw new ProviderError('sign-in-expired');
    if (!provider.is_active && row.test_session_id === null) throw new ProviderError('sign-in-expired');
    return { row, provider, browser, state };
  });
};

interface RedeemedHere extends Redeemed {
  signOutAddress: string | null;
}

const redeem = async (
  { box, client }: ProviderDependencies,
  url: string,
  query: string,
  { provider, browser, state }: Taken,
): Promise<RedeemedHere> => {
  const of = clientOf(box, provider);
  const config = await client.discover(of);
  const answer = { redirectUri: callbackAddressOf(url), query };
  const redeemed = await client.redeem(config, of, answer, secretsOf(browser, state));
  const returnTo = `${url}${providerSignedOutPath}`;
  return { ...redeemed, signOutAddress: client.signOutAddressOf(config, of.clientId, returnTo) };
};

/** Ends a test of an administrator. Signs nobody in and changes nothing. */
const finishTest = async (
  dependencies: ProviderDependencies,
  url: string,
  query: string,
  taken: Taken,
): Promise<{ testedProviderId: number }> => {
  const { db } = dependencies;
  const { row, provider } = taken;
  const save = (tx: Tx, result: StoredTest) => saveTestResult(tx, row, result);
  const authorized = passStep(row.test_result ?? emptyTest, 'AUTHORIZATION');
  try {
    const redeemed = await redeem(dependencies, url, query, taken);
    await withOrganization(db, row.organization_id, async (tx) =>
      save(tx, await testClaims(tx, provider, passStep(authorized, 'TOKEN'), redeemed)),
    );
  } catch (error) {
    const failure = toProviderError(error, 'bad-token');
    const isDenied = failure.reason === 'denied' || failure.reason === 'other-issuer';
    const failed = isDenied
      ? failStep(row.test_result ?? authorized, 'AUTHORIZATION', failure)
      : failStep(authorized, 'TOKEN', failure);
    await withOrganization(db, row.organization_id, (tx) => save(tx, failed));
  }
  return { testedProviderId: provider.id };
};

const open = async (
  dependencies: ProviderDependencies,
  { organization, origin }: ProviderRequest,
  { row }: Taken,
  { amr, signOutAddress, subject, providerSession }: RedeemedHere,
  person: AssertedPerson,
): Promise<SignInResponse> => {
  const { db, keys } = dependencies;
  await fillNextNames(db);
  await keys.current();
  return withOrganization(db, organization.id, async (tx) => {
    // Locked: a change of the provider waits, and then ends this session.
    const provider = await shareProviderRow(tx, organization.id, row.provider_id);
    if (!provider?.is_active || provider.revision !== row.provider_revision)
      throw new ProviderError('sign-in-expired');
    const user = await applyAdmission(tx, provider, person, origin);
    return admit(tx, dependencies, {
      user,
      origin,
      by: 'provider',
      factor: isSecondFactorProved(amr) ? 'PROVIDER' : null,
      provider: { id: provider.id, signOutAddress, subject, session: providerSession },
      refuse: () => new ProviderError('sign-in-expired'),
    });
  });
};

/**
 * Ends a sign-in with the provider's answer, or a test.
 *
 * @param query of the callback page @throws 400 PROVIDER_REFUSED in every case of failure; the security log has the reason
 */
export const finishProviderSignIn = async (
  dependencies: ProviderDependencies,
  request: ProviderRequest & { actor: Actor | undefined },
  query: string,
): Promise<SignInResponse | { testedProviderId: number }> => {
  const { organization, origin, actor } = request;
  const url = dependencies.organizationUrl(organization.code);
  const attempted: Attempted = {};
  try {
    const taken = await take(dependencies, request, url, query);
    const { row, provider } = taken;
    attempted.provider = provider;
    if (row.test_session_id !== null) {
      if (actor?.sessionId !== row.test_session_id) throw new ProviderError('sign-in-expired');
      return await finishTest(dependencies, url, query, taken);
    }
    const redeemed = await redeem(dependencies, url, query, taken);
    const person = readAssertedPerson(redeemed.claims, provider.issuer, provider.groups_claim);
    attempted.person = person;
    return await open(dependencies, request, taken, redeemed, person);
  } catch (error) {
    if (error instanceof ProviderError) throw await refuse(dependencies, origin, error, attempted);
    throw error;
  }
};
