import { identityProviderLimits } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { hashToken } from '../credentials/secrets';
import { hashBrowser } from './browser-binding';
import type { StoredTest } from './provider-test';
import type { ProviderRow } from './providers.repo';

export interface SignInRow {
  organization_id: number;
  state_hash: Buffer;
  provider_id: number;
  provider_revision: number;
  browser_hash: Buffer;
  test_session_id: string | null;
  test_result: StoredTest | null;
  started_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

interface NewSignIn {
  provider: Pick<ProviderRow, 'organization_id' | 'id' | 'revision'>;
  state: string;
  browser: string;
  test?: { sessionId: string; result: StoredTest };
}

// Everything here runs in the tenant scope.

export const insertSignIn = async (tx: Tx, { provider, state, browser, test }: NewSignIn): Promise<void> => {
  await tx('provider_sign_ins').insert({
    organization_id: provider.organization_id,
    state_hash: hashToken(state),
    provider_id: provider.id,
    provider_revision: provider.revision,
    browser_hash: hashBrowser(browser),
    test_session_id: test?.sessionId ?? null,
    test_result: test ? JSON.stringify(test.result) : null,
    expires_at: tx.raw('now() + make_interval(mins => ?)', [identityProviderLimits.signInMinutes]),
  });
};

/** Uses up a sign-in of this organization and browser. Of concurrent uses, one succeeds. */
export const takeSignIn = async (
  tx: Tx,
  organizationId: number,
  state: string,
  browser: string,
): Promise<SignInRow | undefined> => {
  const [row] = await tx<SignInRow>('provider_sign_ins')
    .where({
      organization_id: organizationId,
      state_hash: hashToken(state),
      browser_hash: hashBrowser(browser),
    })
    .whereNull('used_at')
    .where('expires_at', '>', tx.fn.now())
    .update({ used_at: tx.fn.now() })
    .returning('*');
  return row;
};

export const saveTestResult = async (
  tx: Tx,
  { organization_id, state_hash }: SignInRow,
  result: StoredTest,
): Promise<void> => {
  await tx('provider_sign_ins')
    .where({ organization_id, state_hash })
    .update({ test_result: JSON.stringify(result) });
};

/** Finds the latest test of a session. */
export const findTest = (
  tx: Tx,
  organizationId: number,
  providerId: number,
  sessionId: string,
): Promise<SignInRow | undefined> =>
  tx<SignInRow>('provider_sign_ins')
    .where({ organization_id: organizationId, provider_id: providerId, test_session_id: sessionId })
    .where('expires_at', '>', tx.fn.now())
    .orderBy('started_at', 'desc')
    .first();
