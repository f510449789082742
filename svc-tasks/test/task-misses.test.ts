import { withTransaction } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteExpiredMisses } from '../src/task-number-limit/task-misses.repo';
import { type Fixture, startFixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const max = 3;
const post = async (action: string, body: object) =>
  (await fixture.service.request('POST', `/internal/task-misses/${action}`, { body })).body;
const reserve = (principal: string, number: string) => post('reserve', { principal, number, max });
const settle = (principal: string, number: string, isMiss: boolean) =>
  post('settle', { principal, number, isMiss });
const expire = (principal: string) =>
  withTransaction(fixture.service.db, (tx) =>
    tx('task_misses')
      .where({ principal })
      .update({ expires_at: tx.raw(`now() - interval '1 second'`) }),
  );
const numbers = ['1', '2', '3'];

describe('POST /internal/task-misses/reserve', () => {
  it('is busy while other requests have reserved all remaining misses', async () => {
    for (const number of numbers)
      expect(await reserve('busy', number)).toMatchObject({ outcome: 'reserved' });
    expect(await reserve('busy', '4')).toMatchObject({ outcome: 'busy' });
    expect(await reserve('busy', '3')).toMatchObject({ outcome: 'reserved' });
    expect(await reserve('another client', '4')).toMatchObject({ outcome: 'reserved' });
    await settle('busy', '1', false);
    expect(await reserve('busy', '4')).toMatchObject({ outcome: 'reserved' });
  });

  it('is exhausted after the maximum of misses, for an hour from the first', async () => {
    for (const number of numbers) {
      await reserve('exhausted', number);
      await settle('exhausted', number, true);
    }
    const { outcome, retryAfterSeconds } = await reserve('exhausted', '4');
    expect(outcome).toBe('exhausted');
    expect(retryAfterSeconds).toBeGreaterThan(3_500);
    expect(retryAfterSeconds).toBeLessThanOrEqual(3_600);
    await expire('exhausted');
    expect(await reserve('exhausted', '4')).toMatchObject({ outcome: 'reserved' });
  });

  it('reserves no more than the maximum for parallel requests', async () => {
    const guesses = Array.from({ length: 20 }, (_, index) => reserve('parallel', String(index)));
    const outcomes = (await Promise.all(guesses)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(max);
  });

  it('counts a repeated miss once, and keeps it when the number is found later', async () => {
    for (let count = 0; count < 2; count += 1) {
      await reserve('repeated', '1');
      await settle('repeated', '1', true);
    }
    await settle('repeated', '1', false);
    await reserve('repeated', '2');
    expect(await reserve('repeated', '3')).toMatchObject({ outcome: 'reserved' });
    expect(await reserve('repeated', '4')).toMatchObject({ outcome: 'busy' });
  });

  it('rejects an invalid body with 422', async () => {
    const { status } = await fixture.service.request('POST', '/internal/task-misses/reserve', {
      body: { principal: '', number: '1', max: 0 },
    });
    expect(status).toBe(422);
  });
});

describe('deleteExpiredMisses', () => {
  it('deletes only expired rows', async () => {
    await reserve('old', '1');
    await expire('old');
    await reserve('new', '1');
    expect(await deleteExpiredMisses(fixture.service.db)).toBeGreaterThan(0);
    const left = await withTransaction(fixture.service.db, (tx) => tx('task_misses').pluck('principal'));
    expect(left).toContain('new');
    expect(left).not.toContain('old');
  });
});
