import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AttackFixture, startAttackFixture } from './attack-fixture';

let fixture: AttackFixture;
beforeAll(async () => {
  fixture = await startAttackFixture();
});
afterAll(() => fixture.identity.close());
beforeEach(() => fixture.resetSendLimits());

describe('known and unknown accounts', () => {
  /** Returns the SQL statements that `work` runs, without values. */
  const recordStatements = async (work: () => Promise<unknown>): Promise<string[]> => {
    const statements: string[] = [];
    const record = ({ sql }: { sql: string }): void => void statements.push(sql);
    fixture.identity.db.knex.on('query', record);
    await work();
    fixture.identity.db.knex.off('query', record);
    return statements;
  };
  const signIn = (email: string) =>
    fixture.callAcme(
      'POST',
      '/api/auth/signin',
      undefined,
      { email, password: 'guess' },
      { 'x-forwarded-for': randomUUID() },
    );
  const sendCode = (email: string) =>
    fixture.callAcme('POST', '/api/email-verification/send-code', undefined, { email });
  const pairs = [
    ['olga', 'nobody'],
    ['olga@obieg.test', 'nobody@obieg.test'],
    // A member of another organization, and an invited user without a password.
    ['greta', 'nobody-else'],
    ['bez-hasla@obieg.test', 'nobody-at-all@obieg.test'],
  ] as const;
  beforeAll(() => fixture.invite('bez-hasla@obieg.test'));

  it.each(pairs)('%s and %s get the same response after the same statements', async (known, unknown) => {
    for (const call of [signIn, sendCode]) {
      const responses: { status: number; body: Record<string, unknown>; headers: object }[] = [];
      const statements: string[][] = [];
      for (const name of [known, unknown]) {
        await fixture.identity.db.knex('verification_sends').delete();
        statements.push(await recordStatements(async () => responses.push(await call(name))));
      }
      const shapes = responses.map(({ status, body, headers }) => ({
        status,
        headers: Object.keys(headers),
        body: { ...body, token: typeof body['token'], requestId: typeof body['requestId'] },
        tokenLength: String(body['token']).length,
      }));
      expect(shapes[0]).toEqual(shapes[1]);
      expect(statements[0]).toEqual(statements[1]);
      expect(statements[0]?.length).toBeGreaterThan(4);
    }
  });

  it('take the same processor time for hashing at sign-in', async () => {
    const least: Record<string, number> = {};
    for (let round = 0; round < 8; round++) {
      for (const name of ['olga', 'no-account']) {
        const before = process.cpuUsage();
        await signIn(name);
        const { user, system } = process.cpuUsage(before);
        // The kernel only estimates how the sum divides into its parts; one of them can be 0.
        least[name] = Math.min(least[name] ?? Number.POSITIVE_INFINITY, user + system);
      }
    }
    // Without hashing, the ratio would be a third. The processor time of this process ignores the machine's load.
    expect((least['no-account'] ?? 0) / (least['olga'] ?? 0)).toBeGreaterThan(0.6);
  });
});
