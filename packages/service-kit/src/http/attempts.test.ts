import { describe, expect, it, vi } from 'vitest';
import { problem } from '../errors/problems';
import { type Attempt, tryWithCachedPermissions } from './attempts';

const session = { userId: 7, sessionId: 's', organizationId: 1 };
const createCached = () => ({
  member: { permissions: new Set(['BASE'] as const), isSuperAdmin: false },
  tenantScope: { organizationId: 1, call: 'verify()', values: [], isVerified: false },
});

const callWith = (handle: (attempt: Attempt, verify: () => void) => Promise<string>) => {
  const cached = createCached();
  const verify = () => {
    cached.tenantScope.isVerified = true;
  };
  return tryWithCachedPermissions(session, cached, (attempt) => handle(attempt, verify));
};

describe('tryWithCachedPermissions', () => {
  it("answers if the caller's roles are unchanged", async () => {
    const outcome = await callWith(async ({ actor }, verify) => {
      verify();
      return `user ${actor?.userId}, BASE ${actor?.permissions.has('BASE')}`;
    });
    expect(outcome).toEqual({ kind: 'answered', response: 'user 7, BASE true' });
  });

  it('is outdated if the roles changed, also after a refusal', async () => {
    for (const error of [new Error('no member with these roles'), problem.forbidden()])
      expect(await callWith(() => Promise.reject(error))).toEqual({ kind: 'outdated' });
  });

  it('fails with an error after the scope is verified', async () => {
    const outcome = await callWith(async (_, verify) => {
      verify();
      throw problem.forbidden();
    });
    expect(outcome).toMatchObject({ kind: 'failed', error: { status: 403 } });
  });

  it('fails with an error of unknown outcome, so that the call is not repeated', async () => {
    const call = vi.fn(() => Promise.reject(problem.unavailable()));
    expect(await callWith(call)).toMatchObject({ kind: 'failed', error: { status: 503 } });
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('fails with a response if the scope was not verified', async () => {
    const outcome = await callWith(async () => 'unverified result');
    expect(outcome).toMatchObject({ kind: 'failed', error: expect.any(TypeError) });
  });
});
