import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexQueuedChanges } from '../src/search/search-queue';
import { png } from './attachment-files';
import { type Fixture, startFixture, userIds } from './fixture';
import { attachmentsPath, uploadFile } from './upload-helpers';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const find = (text: string) =>
  fixture.listTaskIds(fixture.tokens.member, `&search=${encodeURIComponent(text)}`);

describe('GET /api/tasks?search', () => {
  it('finds an edited comment by its new text only, and a deleted one not at all', async () => {
    const { call, tokens } = fixture;
    const task = await fixture.submit();
    await call('POST', `/api/tasks/${task}/comment`, tokens.member, { content: 'szmaragdowy' });
    expect(await find('szmaragdowy')).toEqual([task]);
    const { comments } = (await call('GET', `/api/tasks/${task}/comments`, tokens.member)).body;
    const path = `/api/tasks/${task}/comments/${comments[0].id}`;
    expect((await call('PUT', path, tokens.member, { content: 'turkusowy' })).status).toBe(200);
    expect(await find('szmaragdowy')).toEqual([]);
    expect(await find('turkusowy')).toEqual([task]);
    expect((await call('DELETE', path, tokens.member)).status).toBe(204);
    expect(await find('turkusowy')).toEqual([]);
    expect(await find('szmaragdowy')).toEqual([]);
  });

  it('says that texts are missing while many wait that the caller may read, instead of indexing them', async () => {
    const { call, submit, tokens, acme, service } = fixture;
    await indexQueuedChanges(service.db, acme.id, 10_000);
    const search = async (): Promise<[number, boolean | undefined]> => {
      const { body } = await call('GET', '/api/tasks?search=barwinek', tokens.member);
      return [body.total, body.isSearchComplete];
    };
    const title = 'Barwinek';
    const visibleUserIds = [userIds.operator];
    for (let count = 0; count < 25; count += 1) await submit({ title, visibleUserIds }, tokens.operator);
    expect(await search()).toEqual([0, undefined]);
    for (let count = 0; count < 25; count += 1) await submit({ title });
    expect(await search()).toEqual([0, false]);
    await indexQueuedChanges(service.db, acme.id, 10_000);
    expect(await search()).toEqual([25, undefined]);
    await submit({ title });
    expect(await search()).toEqual([26, undefined]);
  });

  it('finds what its caller has just written in a restricted task, and the texts of others once they are indexed', async () => {
    const { call, submit, tokens, acme, service } = fixture;
    const visibleUserIds = [userIds.operator, userIds.member];
    const task = await submit({ title: 'Malachitowa', visibleUserIds }, tokens.operator);
    const write = (content: string, token: string) =>
      call('POST', `/api/tasks/${task}/comment`, token, { content });
    await write('seledynowy', tokens.member);
    await write('karmazynowy', tokens.operator);
    expect(await find('seledynowy')).toEqual([task]);
    expect(await find('malachitowa karmazynowy')).toEqual([]);
    await indexQueuedChanges(service.db, acme.id, 10_000);
    expect(await find('malachitowa karmazynowy')).toEqual([task]);
  });

  it('does not find a task by the name of a deleted file', async () => {
    const { call, tokens } = fixture;
    const task = await fixture.submit({}, tokens.member);
    const { body } = await uploadFile(fixture, task, 'rachunekkoncowy.png', png);
    expect(await find('rachunekkoncowy')).toEqual([task]);
    await call('DELETE', `${attachmentsPath(task)}/${body.attachment.id}`, tokens.member);
    expect(await find('rachunekkoncowy')).toEqual([]);
  });
});
