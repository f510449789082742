import { describe, expect, it, vi } from 'vitest';
import { problem } from '../errors/problems';
import { type Attempt, callWithCachedPermissions } from './caller';

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
  return callWithCachedPermissions({ session, cached, call: (attempt) => handle(attempt, verify) });
};

describe('callWithCachedPermissions', () => {
  it("returns the result if the caller's roles are unchanged", async () => {
    const result = await callWith(async ({ actor }, verify) => {
      verify();
      return `user ${actor?.userId}, BASE ${actor?.permissions.has('BASE')}`;
    });
    expect(result).toBe('user 7, BASE true');
  });

  it('returns undefined if the roles changed, also after an error', async () => {
    expect(await callWith(() => Promise.reject(new Error('no member with these roles')))).toBeUndefined();
    expect(await callWith(() => Promise.reject(problem.forbidden()))).toBeUndefined();
  });

  it('rethrows errors after the scope is verified', async () => {
    const rejected = callWith(async (_, verify) => {
      verify();
      throw problem.forbidden();
    });
    await expect(rejected).rejects.toMatchObject({ status: 403 });
  });

  it('rethrows an error with an unknown outcome, so that the call is not repeated', async () => {
    const call = vi.fn(() => Promise.reject(problem.unavailable()));
    await expect(callWith(call)).rejects.toMatchObject({ status: 503 });
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('rejects a result if the scope was not verified', async () => {
    await expect(callWith(async () => 'unverified result')).rejects.toThrow(TypeError);
  });
});
