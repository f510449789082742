import { describe, expect, it } from 'vitest';
import { problem } from '../errors/problems';
import { createMetrics } from '../observability/metrics';
import { forEachOrganization, forEachOrganizationOrThrow } from './for-each-organization';

const createRound = (work: string) => {
  const logged: unknown[] = [];
  return { logged, round: { work, log: { warn: (...entry: unknown[]) => void logged.push(entry) } } };
};
const failFor =
  (failing: number, done: number[], error: Error = new Error('broken')) =>
  async (organizationId: number) => {
    if (organizationId === failing) throw error;
    done.push(organizationId);
  };

describe('forEachOrganization', () => {
  it('continues after the error of one organization, logs it and returns the organization', async () => {
    const { round, logged } = createRound('count rows');
    const done: number[] = [];
    const error = new Error('broken');
    expect(await forEachOrganization([1, 2, 3], round, failFor(2, done, error))).toEqual([2]);
    expect(done).toEqual([1, 3]);
    expect(logged).toEqual([[{ err: error, organizationId: 2 }, 'could not count rows of an organization']]);
  });

  it('exports the failures of each kind of work, also while there are none', async () => {
    const { registry } = createMetrics('test');
    const readFailures = async (work: string) =>
      (await registry.metrics())
        .split('\n')
        .find((line) => line.startsWith('obieg_organization_failures_total') && line.includes(`"${work}"`))
        ?.at(-1);
    await forEachOrganization([1], createRound('read news').round, failFor(0, []));
    expect(await readFailures('read news')).toBe('0');
    await forEachOrganization([1], createRound('read news').round, failFor(1, []));
    expect(await readFailures('read news')).toBe('1');
  });

  it('ends the round if the database is unavailable, but not if one organization is too busy', async () => {
    const done: number[] = [];
    const outage = problem.unavailable(
      undefined,
      Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    );
    const { round } = createRound('count rows');
    await expect(forEachOrganization([1, 2], round, failFor(1, done, outage))).rejects.toBe(outage);
    const busy = problem.unavailable(undefined, new Error('The organization uses its maximum'));
    await forEachOrganization([1, 2], round, failFor(1, done, busy));
    expect(done).toEqual([2]);
  });

  it('ends before the next organization when it is stopped', async () => {
    const done: number[] = [];
    const round = { ...createRound('count rows').round, isStopped: () => done.length === 2 };
    await forEachOrganization([1, 2, 3], round, failFor(0, done));
    expect(done).toEqual([1, 2]);
  });
});

describe('forEachOrganizationOrThrow', () => {
  it('throws after the others if an organization failed', async () => {
    const done: number[] = [];
    const { round } = createRound('publish rows');
    await expect(forEachOrganizationOrThrow([1, 2, 3], round, failFor(2, done))).rejects.toThrow(
      'Could not publish rows of organizations 2',
    );
    expect(done).toEqual([1, 3]);
    await forEachOrganizationOrThrow([1, 3], round, failFor(2, done));
  });
});
