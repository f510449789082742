import { describe, expect, it } from 'vitest';
import { createDatabase, readOrganization, withOrganization } from './database';
import { isDatabaseUnavailable } from './driver-errors';

describe('an unavailable database', () => {
  it.each([
    ['a closed port', 'postgres://app:secret@127.0.0.1:1/none'],
    ['an unknown host name', 'postgres://app:secret@no-such-host.invalid:5432/none'],
  ])('at %s answers 503 to reads and writes', async (_, url) => {
    const db = createDatabase({ url });
    const unavailable = { isProblem: true, status: 503, code: 'UNAVAILABLE' };
    await expect(withOrganization(db, 1, (tx) => tx('tasks'))).rejects.toMatchObject(unavailable);
    await expect(readOrganization(db, 1, (knex) => [knex('tasks')])).rejects.toMatchObject(unavailable);
    await db.close();
  });

  it.each([
    ['an unreachable host', Object.assign(new Error(), { code: 'EHOSTUNREACH' })],
    ['a shutdown', Object.assign(new Error(), { code: '57P01' })],
    ['too many connections', Object.assign(new Error(), { code: '53300' })],
    ['exhausted memory', Object.assign(new Error(), { code: '53200' })],
    ['a full disk', Object.assign(new Error(), { code: '53100' })],
    ['a failing disk', Object.assign(new Error(), { code: '58030' })],
    ['an ended idle session', Object.assign(new Error(), { code: '57P05' })],
    ['a closed connection', new Error('Connection terminated unexpectedly')],
    ['a broken connection', new Error('Client has encountered a connection error and is not queryable')],
    ['a connection timeout', new Error('timeout expired')],
  ])('is recognized by %s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    ['a duplicate key', Object.assign(new Error(), { code: '23505' })],
    ['a statement above temp_file_limit', Object.assign(new Error(), { code: '53400' })],
    ['a slow statement', Object.assign(new Error(), { code: '57014' })],
    ['a programming error', new TypeError('undefined is not a function')],
  ])('is not recognized by %s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});
