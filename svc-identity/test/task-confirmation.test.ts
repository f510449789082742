import type { ConfirmedTask } from '@obieg/contracts';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Identity, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
let globex: { id: number; code: string };
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  globex = await identity.addOrganization('globex');
  await identity.addMember(acme.id, 'olga', ['OPERATOR']);
});
afterAll(() => identity.close());

/** Resets the limits of sent codes, as if an hour had passed. */
beforeEach(() => identity.db.knex('verification_sends').delete());
const advanceOneMinute = () =>
  identity.db.knex.raw(`update verification_sends set sent_at = sent_at - interval '61 seconds'`);

const email = 'olga@obieg.test';
const task: ConfirmedTask = { publicTaskId: 123_456_789_012, fileNames: ['umowa.pdf', 'skan.png'] };

const sendCode = async (body: object, organization: typeof acme | undefined = acme) =>
  identity.request('POST', '/api/email-verification/send-code', {
    ...(organization ? { organization } : {}),
    body,
  });
const readMail = async (): Promise<{ body_text: string }> =>
  identity.db.knex('mail_queue').where({ recipient: email }).orderBy('id', 'desc').first();
/** Enters the code of the newest mail. @returns the task of the published event */
const verify = async (token: string): Promise<ConfirmedTask | undefined> => {
  const code = /^ {4}(\d{6})$/m.exec((await readMail()).body_text)?.[1];
  const { status } = await identity.request('POST', '/api/email-verification/verify-with-token', {
    organization: acme,
    body: { token, code },
  });
  expect(status).toBe(200);
  const events = await recordedEvents(identity.db.knex, 'obieg.identity.email.verified');
  return (events.at(-1)?.data as { task?: ConfirmedTask } | undefined)?.task;
};
const getTokenInfo = async (token: string) =>
  (await identity.request('GET', `/api/email-verification/token-info/${token}`, { organization: acme })).body;

describe('POST /api/email-verification/send-code for a task', () => {
  it('names the task and its files in the mail, on the page and in the event', async () => {
    const { token } = (await sendCode({ email, task })).body;
    const { body_text: text } = await readMail();
    expect(text).toContain('potwierdza zgłoszenie 123456789012 i w Twoim imieniu dołącza do niego pliki:');
    expect(text.replaceAll('\u2060', '')).toContain('* umowa.pdf\n\n* skan.png\n\n    ');
    expect(text).toContain('Jeśli to nie Twoje zgłoszenie, nie wpisuj kodu.');
    expect((await getTokenInfo(token)).task).toEqual(task);
    expect(await verify(token)).toEqual(task);
  });

  it('names a task without files', async () => {
    const withoutFiles = { ...task, fileNames: [] };
    const { token } = (await sendCode({ email, task: withoutFiles })).body;
    expect((await readMail()).body_text).toContain('potwierdza zgłoszenie 123456789012:');
    expect(await verify(token)).toEqual(withoutFiles);
  });

  it('confirms no task when a sign-in asked for the code', async () => {
    const { token: older } = (await sendCode({ email, task })).body;
    await advanceOneMinute();
    const { token } = (await sendCode({ email })).body;
    expect((await readMail()).body_text).not.toContain('zgłoszenie');
    expect((await getTokenInfo(token)).task).toBeUndefined();
    expect(await verify(token)).toBeUndefined();
    expect((await getTokenInfo(older)).code).toBe('INVALID_TOKEN');
  });

  it('keeps the task when a new code is sent for the token', async () => {
    const { token: first } = (await sendCode({ email, task })).body;
    await advanceOneMinute();
    const other = { ...task, publicTaskId: 210_987_654_321 };
    const { token } = (await sendCode({ token: first, task: other })).body;
    expect((await readMail()).body_text).toContain('123456789012');
    expect(await verify(token)).toEqual(task);
  });

  it('spends the same budget as any code', async () => {
    expect((await sendCode({ email, task })).status).toBe(200);
    expect((await sendCode({ email, task })).status).toBe(429);
    expect((await sendCode({ email })).status).toBe(429);
    expect((await sendCode({ email, task }, globex)).status).toBe(429);
  });

  it('ignores a task on the main domain', async () => {
    await identity.request('POST', '/api/email-verification/send-code', { body: { email, task } });
    const [row] = await identity.db
      .knex('verifications')
      .whereNull('organization_id')
      .pluck('confirmed_task');
    expect(row).toBeNull();
  });

  it('cannot carry a link of a stranger', async () => {
    await sendCode({ email, task: { ...task, fileNames: ['wejdź na https:zła.com.pdf'] } });
    expect((await readMail()).body_text).not.toMatch(/zła\.com|https:z/);
  });

  it.each([
    ['a number that could be a code', { ...task, publicTaskId: 123_456 }],
    ['eleven files', { ...task, fileNames: Array(11).fill('a.png') }],
    ['a name that no upload can have', { ...task, fileNames: ['Wygrana!'] }],
    ['a long name', { ...task, fileNames: [`${'a'.repeat(252)}.png`] }],
    ['no files', { publicTaskId: task.publicTaskId }],
  ])('rejects %s with 422', async (_, invalid) => {
    expect((await sendCode({ email, task: invalid })).status).toBe(422);
  });
});
