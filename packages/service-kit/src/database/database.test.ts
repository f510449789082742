import { describe, expect, it } from 'vitest';
import { createDatabase, isDatabaseAway, readOrganization, withOrganization } from './database';

describe('an unavailable database', () => {
  it.each([
    ['a closed port', 'postgres://app:secret@127.0.0.1:1/none'],
    ['a name that leads nowhere', 'postgres://app:secret@no-such-host.invalid:5432/none'],
  ])('behind %s gives a 503 for reads and writes', async (_, url) => {
    const db = createDatabase({ url });
    const unavailable = { isProblem: true, status: 503, code: 'UNAVAILABLE' };
    await expect(withOrganization(db, 1, (tx) => tx('tasks'))).rejects.toMatchObject(unavailable);
    await expect(readOrganization(db, 1, (knex) => [knex('tasks')])).rejects.toMatchObject(unavailable);
    await db.close();
  });

  it.each([
    ['a host that cannot be reached', Object.assign(new Error(), { code: 'EHOSTUNREACH' })],
    ['a shutdown', Object.assign(new Error(), { code: '57P01' })],
    ['too many connections', Object.assign(new Error(), { code: '53300' })],
    ['a connection broken off', new Error('Connection terminated unexpectedly')],
    [
      'a connection known to be broken',
      new Error('Client has encountered a connection error and is not queryable'),
    ],
    ['no answer to a new connection', new Error('timeout expired')],
  ])('is recognized by %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each([
    ['a key that is taken', Object.assign(new Error(), { code: '23505' })],
    ['a slow statement', Object.assign(new Error(), { code: '57014' })],
    ['a mistake of ours', new TypeError('undefined is not a function')],
  ])('is not recognized by %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });
});
