import type { IdentityProviderTest, ProviderTestStep } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { isSecondFactorProved, readAssertedPerson } from './claims';
import { planAdmission } from './plan-admission';
import type { Claims } from './provider-client';
import { type ProviderError, toProviderError } from './provider-error';
import type { ProviderRow } from './providers.repo';

/** Result of a test as stored. */
export type StoredTest = Pick<IdentityProviderTest, 'steps' | 'claims' | 'outcome'>;

export const emptyTest: StoredTest = { steps: [], claims: [], outcome: null };

export const passStep = (test: StoredTest, step: ProviderTestStep, detail?: string): StoredTest => ({
  ...test,
  steps: [...test.steps, { step, isDone: true, ...(detail === undefined ? {} : { detail }) }],
});

export const failStep = (
  test: StoredTest,
  step: ProviderTestStep,
  { reason, detail }: ProviderError,
): StoredTest => ({
  ...test,
  steps: [...test.steps, { step, isDone: false, reason, ...(detail === undefined ? {} : { detail }) }],
});

const claimMaxLength = 1_000;
const claimsMax = 60;

const presentClaims = (claims: Claims): StoredTest['claims'] =>
  Object.entries(claims)
    .slice(0, claimsMax)
    .map(([name, value]) => ({
      name: name.slice(0, claimMaxLength),
      value: (JSON.stringify(value) ?? '').slice(0, claimMaxLength),
    }));

/** Says what a sign-in with these claims would do. Changes nothing. Runs in the tenant scope. */
export const testClaims = async (
  tx: Tx,
  provider: ProviderRow,
  test: StoredTest,
  { claims, amr }: { claims: Claims; amr: readonly unknown[] },
): Promise<StoredTest> => {
  const withClaims = { ...test, claims: presentClaims(claims) };
  let step: ProviderTestStep = 'CLAIMS';
  let passed: StoredTest = withClaims;
  try {
    const person = readAssertedPerson(claims, provider.issuer, provider.groups_claim);
    passed = passStep(withClaims, 'CLAIMS', person.email);
    step = 'MAPPING';
    const { isNewMember, roles, groupIds } = await planAdmission(tx, provider, person);
    return {
      ...passStep(passed, 'MAPPING'),
      outcome: {
        email: person.email,
        isNewMember,
        roles,
        groupIds,
        isSecondFactorProved: isSecondFactorProved(amr),
      },
    };
  } catch (error) {
    const failure = toProviderError(error, 'bad-token');
    if (failure === error) return failStep(passed, step, failure);
    throw error;
  }
};
