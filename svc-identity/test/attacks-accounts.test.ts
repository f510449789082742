import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AttacksWorld, startAttacksWorld } from './attacks-world';

let world: AttacksWorld;
beforeAll(async () => {
  world = await startAttacksWorld();
});
afterAll(() => world.identity.close());
beforeEach(() => world.resetSendLimits());

describe('known and unknown accounts', () => {
  /** Statements of a call, without values. */
  const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }): void => void statements.push(sql);
    world.identity.db.knex.on('query', note);
    await work();
    world.identity.db.knex.off('query', note);
    return statements;
  };
  const signIn = (email: string) =>
    world.here(
      'POST',
      '/api/auth/signin',
      undefined,
      { email, password: 'guess' },
      { 'x-forwarded-for': randomUUID() },
    );
  const sendCode = (email: string) =>
    world.here('POST', '/api/email-verification/send-code', undefined, { email });
  const pairs = [
    ['olga', 'nobody'],
    ['olga@obieg.test', 'nobody@obieg.test'],
    // A member of another organization, and an invited user without a password.
    ['greta', 'nobody-else'],
    ['bez-hasla@obieg.test', 'nobody-at-all@obieg.test'],
  ] as const;
  beforeAll(() => world.invite('bez-hasla@obieg.test'));

  it.each(pairs)('%s and %s get the same response for the same work', async (known, unknown) => {
    for (const call of [signIn, sendCode]) {
      const answers: { status: number; body: Record<string, unknown>; headers: object }[] = [];
      const work: string[][] = [];
      for (const name of [known, unknown]) {
        await world.identity.db.knex('verification_sends').delete();
        work.push(await statementsOf(async () => answers.push(await call(name))));
      }
      const shape = answers.map(({ status, body, headers }) => ({
        status,
        headers: Object.keys(headers),
        body: { ...body, token: typeof body['token'], requestId: typeof body['requestId'] },
        tokenLength: String(body['token']).length,
      }));
      expect(shape[0]).toEqual(shape[1]);
      expect(work[0]).toEqual(work[1]);
      expect(work[0]?.length).toBeGreaterThan(4);
    }
  });

  it('take the same hashing time at sign-in', async () => {
    const best: Record<string, number> = {};
    for (let round = 0; round < 8; round++) {
      for (const name of ['olga', 'nobody']) {
        const startedAt = performance.now();
        await signIn(name);
        best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, performance.now() - startedAt);
      }
    }
    // Without hashing, the ratio would be far smaller. The minimum of several rounds is independent of the load.
    expect((best['nobody'] ?? 0) / (best['olga'] ?? 0)).toBeGreaterThan(0.4);
  });
});
