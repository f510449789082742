import { expect, it, vi } from 'vitest';
import { problem } from '../errors';
import { type Attempt, callAsRecalled } from './caller';

const session = { userId: 7, sessionId: 's', organizationId: 1 };
const recall = () => ({
  member: { permissions: new Set(['BASE'] as const), isSuperAdmin: false },
  entry: { organizationId: 1, call: 'enter()', values: [], holds: false },
});

const callWith = (answer: (attempt: Attempt, enter: () => void) => Promise<string>) => {
  const recalled = recall();
  const enter = () => {
    recalled.entry.holds = true;
  };
  return callAsRecalled({ session, recalled, call: (attempt) => answer(attempt, enter) });
};

it("callAsRecalled returns the result if the caller's roles are unchanged", async () => {
  const answer = await callWith(async ({ actor }, enter) => {
    enter();
    return `user ${actor?.userId}, BASE ${actor?.permissions.has('BASE')}`;
  });
  expect(answer).toBe('user 7, BASE true');
});

it('callAsRecalled returns undefined if the roles changed, whatever the outcome', async () => {
  expect(await callWith(() => Promise.reject(new Error('no member with these roles')))).toBeUndefined();
  expect(await callWith(() => Promise.reject(problem.forbidden()))).toBeUndefined();
});

it('callAsRecalled passes on errors raised after the entry succeeded', async () => {
  const refused = callWith(async (_, enter) => {
    enter();
    throw problem.forbidden();
  });
  await expect(refused).rejects.toMatchObject({ status: 403 });
});

it('callAsRecalled does not repeat a call with an unknown outcome', async () => {
  const call = vi.fn(() => Promise.reject(problem.unavailable()));
  await expect(callWith(call)).rejects.toMatchObject({ status: 503 });
  expect(call).toHaveBeenCalledTimes(1);
});

it('callAsRecalled refuses a result without a successful entry', async () => {
  await expect(callWith(async () => 'read elsewhere')).rejects.toThrow(TypeError);
});
