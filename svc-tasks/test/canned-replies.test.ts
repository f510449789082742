import { type CannedReply, cannedReplyLimits, replyPlaceholders } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());
beforeEach(() =>
  withOrganization(fixture.service.db, fixture.acme.id, (tx) => tx('canned_replies').delete()),
);

const path = '/api/canned-replies';
const thanks = { name: 'Podziękowanie', content: 'Dziękujemy za zgłoszenie {{task.number}}.' };

const as =
  (user: TestUser) =>
  (method: string, suffix = '', body?: object, headers: Record<string, string> = {}) =>
    fixture.call(method, `${path}${suffix}`, fixture.tokens[user], body, headers);
const create = async (more: object = {}): Promise<CannedReply> => {
  const { status, body } = await as('operator')('POST', '', { ...thanks, ...more });
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.reply;
};
const listNames = async (user: TestUser): Promise<string[]> =>
  (await as(user)('GET')).body.replies.map(({ name }: CannedReply) => name);

const changes = [
  ['POST', '', thanks],
  ['PUT', '/1', thanks],
  ['DELETE', '/1', undefined],
] as const;

describe('/api/canned-replies', () => {
  it.each([['GET', '', undefined] as const, ...changes])(
    '%s%s requires BASE',
    async (method, suffix, body) => {
      expect((await fixture.call(method, `${path}${suffix}`, undefined, body)).status).toBe(401);
      expect((await as('reporter')(method, suffix, body)).status).toBe(403);
    },
  );

  it.each(changes)('%s%s requires OPERATOR', async (method, suffix, body) => {
    for (const user of ['member', 'observer', 'leader'] as const)
      expect((await as(user)(method, suffix, body)).status, user).toBe(403);
    for (const user of ['operator', 'workflowManager', 'admin', 'superAdmin'] as const)
      expect((await as(user)(method, suffix, body)).status, user).not.toBe(403);
  });

  it("hides another organization's replies", async () => {
    const reply = await create();
    const { callGlobex, tokens } = fixture;
    const globex = (method: string, suffix = '', body?: object) =>
      callGlobex(method, `${path}${suffix}`, tokens.globexAdmin, body);
    expect((await globex('GET')).body.replies).toEqual([]);
    expect((await globex('PUT', `/${reply.id}`, thanks)).status).toBe(404);
    expect((await globex('DELETE', `/${reply.id}`)).status).toBe(404);
    expect(await listNames('member')).toEqual([thanks.name]);
  });
});

describe('GET /api/canned-replies', () => {
  it('lists the replies by name to every member', async () => {
    for (const name of ['Żółty', 'zwykły', 'Ćwiczenie']) await create({ name });
    expect(await listNames('member')).toEqual(['Ćwiczenie', 'zwykły', 'Żółty']);
    expect(await listNames('observer')).toEqual(['Ćwiczenie', 'zwykły', 'Żółty']);
  });
});

describe('POST /api/canned-replies', () => {
  it('returns the reply with its ETag', async () => {
    const { status, body, headers } = await as('operator')('POST', '', thanks);
    expect([status, headers['etag']]).toEqual([201, '"1"']);
    expect(body.reply).toEqual({
      ...thanks,
      id: expect.any(Number),
      updatedAt: expect.any(String),
      revision: 1,
    });
  });

  it('keeps every placeholder, markup and braces as they are', async () => {
    const content = `${replyPlaceholders.map((name) => `{{ ${name} }}`).join(' ')} <script>alert(1)</script> {x} }}`;
    expect((await create({ content })).content).toBe(content);
  });

  it('ignores an organization in the body', async () => {
    await create({ organizationId: fixture.globex.id, organization_id: fixture.globex.id });
    expect(await listNames('member')).toEqual([thanks.name]);
  });

  it('accepts the longest content of a comment', async () => {
    const content = 'x'.repeat(cannedReplyLimits.contentMaxLength);
    expect((await create({ content })).content).toBe(content);
  });

  it.each([
    ['a blank name', { name: ' \u200b' }, 'name'],
    ['a long name', { name: 'x'.repeat(cannedReplyLimits.nameMaxLength + 1) }, 'name'],
    ['a blank content', { content: ' \n' }, 'content'],
    ['a long content', { content: 'x'.repeat(cannedReplyLimits.contentMaxLength + 1) }, 'content'],
    ['an unknown placeholder', { content: '{{task.password}}' }, 'content'],
    ['an empty placeholder', { content: '{{ }}' }, 'content'],
    ['the name of a prototype', { content: '{{constructor}}' }, 'content'],
    ['another case', { content: '{{Task.Title}}' }, 'content'],
    ['a content that is no text', { content: ['{{task.title}}'] }, 'content'],
  ])('rejects %s with 422', async (_, more, field) => {
    const { status, body } = await as('operator')('POST', '', { ...thanks, ...more });
    expect([status, body.errors?.[0]?.field]).toEqual([422, field]);
    expect(await listNames('member')).toEqual([]);
  });

  it.each(['a\u0000b', 'a\ud800b'])('rejects text that cannot be stored with 400', async (content) => {
    expect((await as('operator')('POST', '', { ...thanks, content })).status).toBe(400);
  });

  it('names the unknown placeholders briefly', async () => {
    const content = `{{task.title}} {{hasło}} {{${'x'.repeat(5_000)}}} {{b}} {{c}}`;
    const { body } = await as('operator')('POST', '', { ...thanks, content });
    const { message } = body.errors[0];
    expect(message).toMatch(/^Nieznane pola: \{\{hasło\}\}, \{\{x+\}\}, \{\{b\}\}$/);
    expect(message.length).toBeLessThan(100);
  });

  it('refuses one reply more than the maximum', async () => {
    const { service, acme } = fixture;
    await withOrganization(service.db, acme.id, (tx) =>
      tx.raw(
        `insert into canned_replies (organization_id, name, content)
         select :organizationId, 'x', 'y' from generate_series(1, :count)`,
        { organizationId: acme.id, count: cannedReplyLimits.max },
      ),
    );
    expect((await as('operator')('POST', '', thanks)).status).toBe(409);
    expect(await listNames('member')).toHaveLength(cannedReplyLimits.max);
  });
});

describe('PUT /api/canned-replies/{replyId}', () => {
  it('replaces the reply and increases its revision', async () => {
    const { id } = await create();
    const changed = { name: 'Inny', content: '{{task.title}}' };
    const { status, body, headers } = await as('operator')('PUT', `/${id}`, changed, { 'if-match': '"1"' });
    expect([status, headers['etag']]).toEqual([200, '"2"']);
    expect(body.reply).toMatchObject({ ...changed, id, revision: 2 });
  });

  it('rejects an unknown placeholder with 422 and keeps the reply', async () => {
    const { id } = await create();
    expect((await as('operator')('PUT', `/${id}`, { ...thanks, content: '{{x}}' })).status).toBe(422);
    expect((await as('member')('GET')).body.replies).toMatchObject([{ ...thanks, revision: 1 }]);
  });

  it('returns 412 if another user has saved since', async () => {
    const { id } = await create();
    const change = (user: TestUser) => as(user)('PUT', `/${id}`, thanks, { 'if-match': '"1"' });
    const statuses = await Promise.all([change('operator'), change('admin')]);
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect((await as('operator')('DELETE', `/${id}`, undefined, { 'if-match': '"1"' })).status).toBe(412);
  });

  it('names the author of the other change', async () => {
    const { id } = await create();
    await as('admin')('PUT', `/${id}`, thanks);
    const { body } = await as('operator')('PUT', `/${id}`, thanks, { 'if-match': '"1"' });
    expect(body.lastChange).toEqual({
      at: expect.stringMatching(/^\d{4}-/),
      authorName: `user${userIds.admin}`,
    });
  });
});

describe('DELETE /api/canned-replies/{replyId}', () => {
  it('deletes the reply', async () => {
    const { id } = await create();
    expect((await as('operator')('DELETE', `/${id}`)).status).toBe(204);
    expect(await listNames('member')).toEqual([]);
    expect((await as('operator')('DELETE', `/${id}`)).status).toBe(404);
  });
});
