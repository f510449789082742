import type { MentionCandidate } from '@obieg/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userIds } from './fixture';
import { type MentionFixture, nameOf, startMentionFixture } from './mention-fixture';

let calls: MentionFixture;
beforeAll(async () => {
  calls = await startMentionFixture();
});
afterAll(() => calls.fixture.service.close());

describe('GET /api/tasks/{id}/mention-candidates', () => {
  it('finds members by prefix, part and folded letters, without the caller', async () => {
    const { service, acme } = calls.fixture;
    await service.addMember(acme, 71, ['MEMBER']);
    await calls.rename(71, 'Łukasz Żądło', 'lz@obieg.test');
    const task = await calls.submit();
    for (const term of ['luk', 'ŁUKASZ', 'zadlo', 'lukasz za', 'lz@'])
      expect(
        (await calls.candidatesOf('operator', task, `searchTerm=${encodeURIComponent(term)}`)).map(
          ({ id }) => id,
        ),
        term,
      ).toEqual([71]);
    const all = await calls.candidatesOf('operator', task, 'searchTerm=user1');
    expect(all.map(({ id }) => id)).not.toContain(userIds.operator);
    expect(await calls.candidatesOf('operator', task, `searchTerm=user${userIds.globexAdmin}`)).toEqual([]);
    expect(await calls.candidatesOf('operator', task, 'searchTerm=%25')).toEqual([]);
  });

  it('lists the author and the assignee first, and at most eight people', async () => {
    const task = await calls.submit({ assignedGroupId: undefined, assignedUserId: userIds.leader });
    const { candidates, limitReached } = await calls.send(
      'operator',
      'GET',
      `/api/tasks/${task}/mention-candidates`,
    );
    expect(candidates.slice(0, 2).map(({ id }: MentionCandidate) => id)).toEqual([
      userIds.member,
      userIds.leader,
    ]);
    expect(candidates.length).toBeLessThanOrEqual(8);
    expect(limitReached).toBe(candidates.length === 8);
  });

  it('says what keeps a person from reading, and who may grant it', async () => {
    const restricted = await calls.submit({ visibleUserIds: [userIds.operator, userIds.groupMember] });
    const term = `searchTerm=${nameOf('observer')}`;
    const [forOperator] = await calls.candidatesOf('operator', restricted, term);
    expect(forOperator).toMatchObject({ missing: ['TASK'], canGrant: true });
    const [forMember] = await calls.candidatesOf('member', restricted, term);
    expect(forMember).toMatchObject({ missing: ['TASK'], canGrant: false });
    const [both] = await calls.candidatesOf(
      'operator',
      restricted,
      `${term}&visibleUserIds=${userIds.groupMember}`,
    );
    expect(both?.missing).toEqual(['TASK', 'COMMENT']);
    const open = await calls.submit();
    const [hidden] = await calls.candidatesOf('member', open, `${term}&visibleGroupIds=6`);
    expect(hidden).toMatchObject({ missing: ['COMMENT'], canGrant: true });
    const [reader] = await calls.candidatesOf('member', open, `${term}&visibleGroupIds=5`);
    expect(reader).toMatchObject({ missing: [], canGrant: true });
  });

  it('offers the reporter who verified the address of the submission', async () => {
    const { service, acme } = calls.fixture;
    const task = await calls.fixture.submit({ createdByEmail: 'user80@obieg.test' });
    await service.addMember(acme, 80, ['REPORTER'], true);
    await service.addMember(acme, 81, ['REPORTER'], true);
    expect(await calls.candidatesOf('operator', task, 'searchTerm=user8')).toMatchObject([
      { id: 80, missing: ['AUTHOR'], canGrant: true },
    ]);
  });

  it('offers the reporter who submitted the task, and no other reporter', async () => {
    const own = await calls.fixture.submit({}, calls.fixture.tokens.reporter);
    const term = `searchTerm=${nameOf('reporter')}`;
    expect(await calls.candidatesOf('operator', own, term)).toMatchObject([
      { missing: ['AUTHOR'], canGrant: true },
    ]);
    expect(await calls.candidatesOf('operator', own, `${term}&visibleToAuthor=true`)).toMatchObject([
      { missing: [] },
    ]);
    expect(await calls.candidatesOf('operator', await calls.submit(), term)).toEqual([]);
  });
});

describe('GET /api/tasks/{id}/comment-readers', () => {
  it('names all members for an unrestricted comment, and visitors if the author sees it', async () => {
    const task = await calls.submit();
    expect(await calls.readersOf('operator', task)).toEqual({
      success: true,
      allMembers: true,
      groups: [],
      users: [],
      author: { name: nameOf('member'), addressHint: null, reads: true },
      visitors: false,
    });
    expect(await calls.readersOf('operator', task, 'visibleToAuthor=true')).toMatchObject({ visitors: true });
  });

  it('names the readers of a restricted task', async () => {
    const task = await calls.submit({
      assignedGroupId: undefined,
      assignedUserId: userIds.leader,
      visibleUserIds: [userIds.operator, userIds.observer],
      visibleGroupIds: [6],
    });
    expect(await calls.readersOf('operator', task, 'visibleToAuthor=true')).toEqual({
      success: true,
      allMembers: false,
      groups: [{ groupId: 6, groupName: 'Grupa 5 / Grupa 6', reach: 'ALL' }],
      users: [
        { userId: userIds.observer, userName: nameOf('observer'), addressHint: null, reads: true },
        { userId: userIds.leader, userName: nameOf('leader'), addressHint: null, reads: true },
      ],
      author: { name: nameOf('member'), addressHint: null, reads: true },
      visitors: false,
    });
  });

  it('says which named readers do not see the restricted task', async () => {
    const task = await calls.submit({ visibleUserIds: [userIds.operator, userIds.leader] });
    const query = `visibleUserIds=${userIds.leader},${userIds.observer}&visibleGroupIds=6,9`;
    expect(await calls.readersOf('operator', task, query)).toMatchObject({
      groups: [
        { groupId: 6, reach: 'SOME' },
        { groupId: 9, reach: 'NONE' },
      ],
      users: [
        { userId: userIds.observer, reads: false },
        { userId: userIds.leader, reads: true },
      ],
      author: { reads: false },
    });
  });

  it('tells the reporter and an unverified author apart', async () => {
    const own = await calls.fixture.submit({}, calls.fixture.tokens.reporter);
    expect((await calls.readersOf('operator', own)).author).toEqual({
      name: nameOf('reporter'),
      addressHint: null,
      reads: false,
    });
    expect((await calls.readersOf('operator', own, 'visibleToAuthor=true')).author?.reads).toBe(true);
    const visitors = await calls.fixture.submit();
    const named = `visibleUserIds=${userIds.observer}&visibleToAuthor=true`;
    expect(await calls.readersOf('operator', visitors, named)).toMatchObject({
      author: { name: expect.stringContaining('@'), reads: true },
      visitors: true,
    });
    expect(await calls.readersOf('operator', own, named)).toMatchObject({ visitors: false });
  });

  it('does not name users of another organization', async () => {
    const task = await calls.submit();
    const { users } = await calls.readersOf('operator', task, `visibleUserIds=${userIds.globexAdmin}`);
    expect(users).toEqual([]);
  });

  it('gives the author of the task no names', async () => {
    const task = await calls.fixture.submit({}, calls.fixture.tokens.reporter);
    expect(await calls.readersOf('reporter', task, `visibleUserIds=${userIds.observer}`)).toEqual({
      success: true,
      allMembers: true,
      groups: [],
      users: [],
      author: null,
      visitors: true,
    });
  });

  it('rejects malformed ids with 400, and too many with 422 and the maximum', async () => {
    const task = await calls.submit();
    const tooMany = Array.from({ length: 501 }, (_, index) => index + 1).join(',');
    const read = (query: string) =>
      calls.fixture.call('GET', `/api/tasks/${task}/comment-readers?${query}`, calls.fixture.tokens.operator);
    for (const query of ['visibleUserIds=x', 'visibleGroupIds=-1'])
      expect((await read(query)).status).toBe(400);
    for (const field of ['visibleUserIds', 'visibleGroupIds']) {
      const { status, body } = await read(`${field}=${tooMany}`);
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([{ field, message: expect.stringContaining('500') }]);
    }
  });
});
