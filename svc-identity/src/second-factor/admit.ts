import { createHash, randomUUID } from 'node:crypto';
import type { FactorKind, SecondStep, SecondStepMethod, SignInResponse } from '@obieg/contracts';
import { problem, type SecretBox, type Tx } from '@obieg/service-kit';
import { generateToken, hashToken } from '../credentials/secrets';
import type { SigningKeys } from '../keys/signing-keys';
import { translate } from '../messages/server-messages';
import { checkNoProviderRequired } from '../provider-rules/required-provider';
import type { Origin } from '../security-log/origin';
import { lockForSignIn, openSession, providerColumns, type SignIn } from '../sessions/sessions';
import { isFactorRequiredHere } from './policy';
import { countRecoveryCodes } from './recovery-codes';
import { type FactorRow, listFactors } from './second-factors.repo';

const validMinutes = 10;

export interface ChallengeRow {
  token_hash: Buffer;
  browser_hash: Buffer;
  user_id: number;
  organization_id: number | null;
  step: SecondStep['step'];
  by: SignIn['by'];
  session_id: string;
  /** Of a sign-in by an identity provider. */
  provider_id: number | null;
  provider_sign_out: string | null;
  provider_subject: string | null;
  provider_session: string | null;
}

/** The provider of the first step, for the session. */
export const providerOf = (challenge: ChallengeRow): SignIn['provider'] =>
  challenge.provider_id === null
    ? undefined
    : {
        id: challenge.provider_id,
        signOutAddress: challenge.provider_sign_out,
        subject: challenge.provider_subject,
        session: challenge.provider_session,
      };

/** A challenge works in the browser that got it. */
const hashBrowser = ({ userAgent }: Origin): Buffer =>
  createHash('sha256')
    .update(userAgent ?? '')
    .digest();

/** Selects a live challenge of this address and browser. */
export const findChallenge = (tx: Tx, token: string, origin: Origin) =>
  tx<ChallengeRow>('sign_in_challenges')
    .where({
      token_hash: hashToken(token),
      organization_id: origin.organizationId ?? null,
      browser_hash: hashBrowser(origin),
    })
    .where('expires_at', '>', tx.fn.now());

/** Uses up a challenge. Of concurrent uses, one succeeds. */
export const takeChallenge = async (tx: Tx, { token_hash }: ChallengeRow): Promise<boolean> =>
  (await tx('sign_in_challenges').where({ token_hash }).delete()) > 0;

const issueChallenge = async (
  tx: Tx,
  step: SecondStep['step'],
  methods: readonly SecondStepMethod[],
  {
    user,
    origin,
    by,
    sessionId,
    provider,
  }: Required<Pick<SignIn, 'user' | 'origin' | 'by' | 'sessionId'>> & Pick<SignIn, 'provider'>,
): Promise<{ secondStep: SecondStep }> => {
  const challenge = generateToken();
  await tx('sign_in_challenges').insert({
    token_hash: hashToken(challenge),
    user_id: user.id,
    organization_id: origin.organizationId ?? null,
    step,
    by,
    session_id: sessionId,
    ...providerColumns(provider),
    browser_hash: hashBrowser(origin),
    expires_at: tx.raw('now() + make_interval(mins => ?)', [validMinutes]),
  });
  const expiresAt = new Date(Date.now() + validMinutes * 60_000).toISOString();
  return { secondStep: { challenge, step, methods: [...methods], expiresAt } };
};

const methodsOf = async (
  tx: Tx,
  userId: number,
  factors: readonly FactorRow[],
): Promise<SecondStepMethod[]> => {
  const hasRecoveryCodes = (await countRecoveryCodes(tx, userId)) > 0;
  return [
    ...new Set(factors.map(({ kind }) => kind)),
    ...(hasRecoveryCodes ? (['RECOVERY_CODE'] as const) : []),
  ];
};

export interface SecondFactorParts {
  keys: SigningKeys;
  box: SecretBox;
}

interface Admission extends SignIn {
  /** Second factor that the client has already proved. */
  factor: FactorKind | 'RECOVERY_CODE' | 'PROVIDER' | null;
}

/**
 * Ends every way of signing in: opens the session, or answers with the second step that it needs. The account must be
 * locked, so that a first factor that is added meanwhile counts.
 *
 * @throws the error of `refuse` for a user who is no member, 403 PROVIDER_REQUIRED, and 403 FACTOR_REQUIRED for a sign-in
 * by a provider that would have to set a factor up: the factor would belong to the account in all organizations
 */
export const admit = async (
  tx: Tx,
  { keys, box }: SecondFactorParts,
  admission: Admission,
): Promise<SignInResponse> => {
  const { user, origin, factor, sessionId = randomUUID(), provider, refuse } = admission;
  const { organizationId } = origin;
  await lockForSignIn(tx, user, organizationId, refuse);
  if (!provider) await checkNoProviderRequired(tx, user, origin);
  if (factor === null) {
    const waiting = { ...admission, sessionId };
    const factors = await listFactors(tx, user.id);
    if (factors.length > 0)
      return issueChallenge(tx, 'ENTER', await methodsOf(tx, user.id, factors), waiting);
    if (await isFactorRequiredHere(tx, organizationId, user.id)) {
      if (provider)
        throw problem.forbidden(translate(origin.language, 'providerNeedsFactor'), 'FACTOR_REQUIRED');
      return issueChallenge(tx, 'SET_UP', box.isUsable ? ['TOTP', 'PASSKEY'] : ['PASSKEY'], waiting);
    }
  }
  return openSession(tx, keys, { ...admission, sessionId });
};
