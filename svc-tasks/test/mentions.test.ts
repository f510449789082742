import { withOrganization } from '@obieg/service-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, userIds } from './fixture';
import { type MentionFixture, nameOf, startMentionFixture } from './mention-fixture';

let calls: MentionFixture;
beforeAll(async () => {
  calls = await startMentionFixture();
});
afterAll(() => calls.fixture.service.close());

describe('POST /api/tasks/{id}/comment with mentions', () => {
  it('notifies the mentioned person once, instead of the news of the comment', async () => {
    const task = await calls.submit({ assignedGroupId: undefined, assignedUserId: userIds.leader });
    expect((await calls.mention('operator', task, ['leader', 'observer'])).status).toBe(201);
    expect(await calls.reasonsOf('leader', task)).toEqual(['ASSIGNED', 'MENTIONED']);
    const [entry, ...others] = await calls.newsOf('observer', task);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      reason: 'MENTIONED',
      actorName: nameOf('operator'),
      comment: { excerpt: `@${nameOf('leader')} @${nameOf('observer')}` },
    });
    // The author watches the task and is not mentioned.
    expect(await calls.reasonsOf('member', task)).toEqual(['COMMENTED']);
    expect((await calls.commentsOf('member', task))[0].mentions).toEqual([
      { userId: userIds.observer, username: nameOf('observer') },
      { userId: userIds.leader, username: nameOf('leader') },
    ]);
  });

  it('makes the mentioned person watch the task, unless they muted it', async () => {
    const task = await calls.submit();
    await calls.send('groupMember', 'DELETE', `/api/tasks/${task}/watch`);
    await calls.mention('operator', task, ['observer', 'groupMember']);
    await calls.newsOf('observer', task);
    await calls.comment('operator', task, { content: 'Dalej' });
    expect(await calls.reasonsOf('observer', task)).toEqual(['MENTIONED', 'COMMENTED']);
    expect(await calls.reasonsOf('groupMember', task)).toEqual(['MENTIONED']);
  });

  it('does not notify people who may not read the comment or the task', async () => {
    const task = await calls.submit();
    await calls.mention('operator', task, ['observer', 'leader'], { visibleUserIds: [userIds.leader] });
    expect(await calls.reasonsOf('observer', task)).toEqual([]);
    expect(await calls.reasonsOf('leader', task)).toEqual(['MENTIONED']);
    const restricted = await calls.submit({ visibleUserIds: [userIds.operator, userIds.member] });
    await calls.mention('operator', restricted, ['observer']);
    expect(await calls.reasonsOf('observer', restricted)).toEqual([]);
    expect(await calls.reasonsOf('member', restricted)).toEqual(['COMMENTED']);
  });

  it('does not notify people who lost access before the delivery', async () => {
    const task = await calls.submit();
    await calls.mention('operator', task, ['observer']);
    await calls.send('operator', 'PUT', `/api/tasks/${task}`, {
      title: 'Poufne',
      visibleUserIds: [userIds.operator],
    });
    expect(await calls.reasonsOf('observer', task)).toEqual([]);
  });

  it('does not notify of a mention of oneself', async () => {
    const task = await calls.submit();
    await calls.mention('operator', task, ['operator']);
    expect(await calls.reasonsOf('operator', task)).toEqual([]);
  });

  it('ignores an id whose name is not in the text', async () => {
    const task = await calls.submit();
    const content = `jan@${nameOf('observer')} @${nameOf('observer')}x`;
    expect(
      (await calls.comment('operator', task, { content, mentionedUserIds: [userIds.observer] })).status,
    ).toBe(201);
    expect(await calls.reasonsOf('observer', task)).toEqual([]);
    expect((await calls.commentsOf('operator', task))[0].mentions).toEqual([]);
  });

  it('keeps markup as text', async () => {
    const task = await calls.submit();
    const content = `<img src=x onerror=alert(1)>@${nameOf('observer')}</b> [x](javascript:1)`;
    await calls.comment('operator', task, { content, mentionedUserIds: [userIds.observer] });
    expect((await calls.commentsOf('observer', task))[0]).toMatchObject({
      content,
      mentions: [{ userId: userIds.observer, username: nameOf('observer') }],
    });
  });

  it.each([
    ['a user of another organization', [userIds.globexAdmin]],
    ['an unknown user', [999_999]],
    ['a reporter who did not submit the task', [userIds.reporter]],
    ['1,000 users', Array.from({ length: 1_000 }, (_, index) => index + 1)],
    ['a text instead of an id', ['10']],
  ])('rejects a mention of %s with 422', async (_, mentionedUserIds) => {
    const task = await calls.submit();
    const response = await calls.comment('operator', task, {
      content: `@${nameOf('operator')}`,
      mentionedUserIds,
    });
    expect(response.status).toBe(422);
    expect(JSON.stringify(response.body.errors)).toContain('mentionedUserIds');
    expect(await calls.commentsOf('operator', task)).toEqual([]);
  });

  it('rejects a mention of a person who has left', async () => {
    const { service, acme } = calls.fixture;
    await service.addMember(acme, 60, ['MEMBER']);
    const task = await calls.submit();
    await calls.comment('operator', task, { content: 'Witaj @user60', mentionedUserIds: [60] });
    await service.addMember(acme, 60, []);
    const again = await calls.comment('operator', task, { content: 'Hej @user60', mentionedUserIds: [60] });
    expect(again.status).toBe(422);
    // The earlier mention stays.
    const [first] = await calls.commentsOf('operator', task);
    expect(first).toMatchObject({ content: 'Witaj @user60', mentions: [{ userId: 60, username: 'user60' }] });
  });

  it('ignores the mentions of a reporter, and hides ids from authors and visitors', async () => {
    const task = await calls.fixture.submit({}, calls.fixture.tokens.reporter);
    expect((await calls.mention('reporter', task, ['leader'])).status).toBe(201);
    await calls.mention('operator', task, ['observer'], { visibleToAuthor: true });
    expect(await calls.reasonsOf('leader', task)).not.toContain('MENTIONED');
    expect(
      (await calls.commentsOf('reporter', task)).map(({ mentions }: { mentions: object[] }) => mentions),
    ).toEqual([[], []]);
    const { body } = await calls.fixture.call('GET', `/api/tasks/${task}/comments`);
    expect(body.comments.map(({ mentions }: { mentions: object[] }) => mentions)).toEqual([[], []]);
  });

  it('notifies the reporter who submitted the task of a comment that they may read', async () => {
    const task = await calls.fixture.submit({}, calls.fixture.tokens.reporter);
    await calls.mention('operator', task, ['reporter']);
    expect(await calls.reasonsOf('reporter', task)).toEqual([]);
    await calls.mention('operator', task, ['reporter'], { visibleToAuthor: true });
    expect(await calls.reasonsOf('reporter', task)).toEqual(['MENTIONED']);
  });
});

describe('a mention typed by hand', () => {
  const username = nameOf('observer');
  afterEach(() => calls.rename(userIds.observer, username));

  it.each([username, username.toUpperCase(), 'Anna Nowak', 'anna nowak'])(
    'notifies the reader @%s, whose display name differs from the username',
    async (name) => {
      await calls.rename(userIds.observer, 'Anna Nowak');
      const task = await calls.submit();
      await calls.comment('operator', task, { content: `Proszę („-@${name}...”), dziękuję` });
      expect(await calls.reasonsOf('observer', task)).toEqual(['MENTIONED']);
      const [{ mentions, content }] = await calls.commentsOf('operator', task);
      expect(mentions).toEqual([{ userId: userIds.observer, username: name }]);
      expect(content).toContain(`@${name}...`);
    },
  );

  it('is found beside a chosen mention, and by an edit', async () => {
    const task = await calls.submit();
    await calls.mention('operator', task, ['leader'], {
      content: `@${nameOf('leader')}, @${username}, @nikt`,
    });
    expect(await calls.reasonsOf('observer', task)).toEqual(['MENTIONED']);
    const [{ id, mentions }] = await calls.commentsOf('operator', task);
    expect(mentions).toHaveLength(2);
    await calls.send('operator', 'PUT', `/api/tasks/${task}/comments/${id}`, {
      content: `@${nameOf('leader')}, @${username}, @${nameOf('groupMember')}`,
    });
    expect(await calls.reasonsOf('observer', task)).toEqual(['MENTIONED']);
    expect(await calls.reasonsOf('groupMember', task)).toContain('MENTIONED');
  });

  it('matches readers of the comment only, and no user of another organization', async () => {
    const task = await calls.submit();
    await calls.comment('operator', task, {
      content: `@${username} @user${userIds.globexAdmin} @user${userIds.reporter}`,
      visibleUserIds: [userIds.leader],
    });
    expect((await calls.commentsOf('operator', task))[0].mentions).toEqual([]);
  });

  it('means the person who is shown by the name, not another one with the username', async () => {
    await calls.rename(userIds.observer, 'Anna Nowak');
    await calls.rename(userIds.leader, username);
    const task = await calls.submit();
    await calls.comment('operator', task, { content: `@${username}` });
    await calls.rename(userIds.leader, nameOf('leader'));
    expect((await calls.commentsOf('operator', task))[0].mentions).toEqual([
      { userId: userIds.leader, username },
    ]);
  });

  it('of a reporter has no effect', async () => {
    const task = await calls.fixture.submit({}, calls.fixture.tokens.reporter);
    await calls.comment('reporter', task, { content: `@${nameOf('leader')}` });
    expect((await calls.commentsOf('operator', task))[0].mentions).toEqual([]);
  });
});

describe('GET /api/tasks/{id}/unmatched-mentions', () => {
  it('lists the words that match no reader of the comment, each once', async () => {
    const task = await calls.submit();
    const text = `@${nameOf('observer')}, @nikt! @nikt @${nameOf('leader')}`;
    const wordsOf = async (query: string) =>
      (
        await calls.send(
          'operator',
          'GET',
          `/api/tasks/${task}/unmatched-mentions?text=${encodeURIComponent(text)}${query}`,
        )
      ).words;
    expect(await wordsOf('')).toEqual(['@nikt']);
    expect(await wordsOf(`&visibleUserIds=${userIds.leader}`)).toEqual([`@${nameOf('observer')}`, '@nikt']);
  });
});

describe('PUT /api/tasks/{id}/comments/{commentId} with mentions', () => {
  it('notifies only people who were not mentioned before', async () => {
    const task = await calls.submit();
    await calls.mention('operator', task, ['observer']);
    const [{ id }] = await calls.commentsOf('operator', task);
    const edit = (users: TestUser[], text = '') =>
      calls.send('operator', 'PUT', `/api/tasks/${task}/comments/${id}`, {
        content: `${text} ${users.map((user) => `@${nameOf(user)}`).join(' ')}`,
        mentionedUserIds: users.map((user) => userIds[user]),
      });
    await calls.newsOf('observer', task);
    await edit(['observer', 'leader'], 'Zmiana:');
    expect(await calls.reasonsOf('observer', task)).toEqual(['MENTIONED']);
    expect(await calls.reasonsOf('leader', task)).toEqual(['MENTIONED']);
    await edit(['leader'], 'Bez:');
    await edit(['leader', 'observer'], 'Znowu:');
    expect(await calls.reasonsOf('observer', task)).toEqual(['MENTIONED']);
  });

  it('keeps mentions that the text still contains, if the request has no ids', async () => {
    const task = await calls.submit();
    await calls.mention('operator', task, ['observer', 'leader']);
    const [{ id }] = await calls.commentsOf('operator', task);
    const { comment: edited } = await calls.send('operator', 'PUT', `/api/tasks/${task}/comments/${id}`, {
      content: `Tylko @${nameOf('leader')}`,
    });
    expect(edited.mentions).toEqual([{ userId: userIds.leader, username: nameOf('leader') }]);
  });

  it('removes the mentions with the text of a deleted comment', async () => {
    const task = await calls.submit();
    await calls.mention('operator', task, ['observer']);
    const [{ id }] = await calls.commentsOf('operator', task);
    await calls.send('operator', 'DELETE', `/api/tasks/${task}/comments/${id}`);
    expect(await calls.reasonsOf('observer', task)).toEqual([]);
    expect((await calls.commentsOf('operator', task))[0]).toMatchObject({ content: '', mentions: [] });
  });
});

describe('a mention after a change of names', () => {
  afterEach(async () => {
    for (const user of ['admin', 'workflowManager'] as const) await calls.rename(userIds[user], nameOf(user));
  });

  it('keeps the written names and survives an edit, also when two people exchange their names', async () => {
    const task = await calls.submit();
    await calls.mention('operator', task, ['admin', 'workflowManager']);
    await calls.rename(userIds.admin, nameOf('workflowManager'));
    await calls.rename(userIds.workflowManager, nameOf('admin'));
    const [one] = await calls.commentsOf('operator', task);
    expect(one.content).toBe(`@${nameOf('admin')} @${nameOf('workflowManager')}`);
    const [entry] = await calls.newsOf('admin', task);
    expect(entry?.comment?.excerpt).toBe(one.content);
    const { comment: edited } = await calls.send('operator', 'PUT', `/api/tasks/${task}/comments/${one.id}`, {
      content: `Tylko @${nameOf('admin')}`,
      mentionedUserIds: [],
    });
    expect(edited.mentions).toEqual([{ userId: userIds.admin, username: nameOf('admin') }]);
    await calls.rename(userIds.admin, 'Anna Nowak');
    expect((await calls.commentsOf('operator', task))[0].content).toBe(`Tylko @${nameOf('admin')}`);
  });

  it('notifies a person whose present name an earlier mention has', async () => {
    const task = await calls.submit();
    await calls.mention('operator', task, ['admin']);
    const [{ id }] = await calls.commentsOf('operator', task);
    await calls.rename(userIds.admin, 'Anna Nowak');
    await calls.rename(userIds.observer, nameOf('admin'));
    await calls.send('operator', 'PUT', `/api/tasks/${task}/comments/${id}`, {
      content: `Witaj @${nameOf('admin')}`,
      mentionedUserIds: [userIds.observer],
    });
    expect(await calls.reasonsOf('observer', task)).toEqual(['MENTIONED']);
    await calls.rename(userIds.observer, nameOf('observer'));
  });
});

describe('a mention under a name that is not plain', () => {
  const written = 'm1: NOWE KONTO PL61, https://evil.test/zaplac';
  const shown = 'm1 NOWE KONTO PL61 https evil.test zaplac';

  /** Stores a mention as releases before plain names did. */
  const storeMention = async (task: number, mention: object): Promise<void> => {
    await calls.comment('operator', task, { content: 'x', visibleToAuthor: true });
    const { service, acme } = calls.fixture;
    await withOrganization(service.db, acme.id, (tx) =>
      tx('comments')
        .where({ task_id: tx('tasks').where({ public_task_id: task }).select('id') })
        .update({ content: `Wpłaty: @${written}, dziękuję`, mentions: JSON.stringify([mention]) }),
    );
  };

  it('is a plain name and marked as a mention for members and visitors', async () => {
    const task = await calls.submit();
    await storeMention(task, { userId: userIds.admin, name: written });
    const [forMember] = await calls.commentsOf('operator', task);
    expect(forMember).toMatchObject({
      content: `Wpłaty: @${shown}, dziękuję`,
      mentions: [{ userId: userIds.admin, username: shown }],
      mentionedNames: [shown],
    });
    const { body } = await calls.fixture.call('GET', `/api/tasks/${task}/comments`);
    expect(body.comments[0]).toMatchObject({
      content: `Wpłaty: @${shown}, dziękuję`,
      mentions: [],
      mentionedNames: [shown],
    });
  });

  it('can be edited and keeps the mention', async () => {
    const task = await calls.submit();
    await storeMention(task, { userId: userIds.admin, name: written });
    const [{ id }] = await calls.commentsOf('operator', task);
    const { comment } = await calls.send('operator', 'PUT', `/api/tasks/${task}/comments/${id}`, {
      content: `Wpłaty: @${shown}`,
    });
    expect(comment.mentions).toEqual([{ userId: userIds.admin, username: shown }]);
  });

  it('does not come from a name that the account has now', async () => {
    await calls.rename(userIds.admin, written);
    const task = await calls.submit({ assignedGroupId: undefined, assignedUserId: userIds.admin });
    const [candidate] = await calls.candidatesOf('operator', task, 'searchTerm=NOWE');
    expect(candidate?.username).toBe(shown);
    await calls.comment('operator', task, { content: `@${shown}`, mentionedUserIds: [userIds.admin] });
    expect((await calls.commentsOf('operator', task))[0].mentions).toEqual([
      { userId: userIds.admin, username: shown },
    ]);
    const { assignmentHistory } = await calls.send(
      'operator',
      'GET',
      `/api/tasks/${task}/assignment-history`,
    );
    expect(assignmentHistory.at(-1)?.assignedToName).toBe(shown);
    await calls.rename(userIds.admin, nameOf('admin'));
  });
});

describe('the name of a member in one organization', () => {
  it('replaces the display name that another member has', async () => {
    const { service, acme } = calls.fixture;
    const publish = (shownName: string | null) =>
      service.applyEvent(
        'obieg.identity.membership.changed',
        {
          organizationId: acme.id,
          userId: userIds.admin,
          roles: ['ORG_ADMIN'],
          isEmailVerified: true,
          shownName,
        },
        userIds.admin,
      );
    const email = `user${userIds.admin}@obieg.test`;
    await publish(email);
    const task = await calls.submit({ assignedGroupId: undefined, assignedUserId: userIds.admin });
    const [candidate] = await calls.candidatesOf('operator', task, `searchTerm=${nameOf('admin')}`);
    expect(candidate?.username).toBe(email);
    await calls.comment('operator', task, { content: `@${email}`, mentionedUserIds: [userIds.admin] });
    expect((await calls.commentsOf('operator', task))[0].mentions).toEqual([
      { userId: userIds.admin, username: email, addressHint: email },
    ]);
    const { task: page } = await calls.send('operator', 'GET', `/api/tasks/${task}`);
    expect(page.assignedUserName).toBe(email);
    await publish(null);
    expect((await calls.send('operator', 'GET', `/api/tasks/${task}`)).task.assignedUserName).toBe(
      nameOf('admin'),
    );
  });
});

describe('POST /api/tasks/{id}/comment with sharedWithUserIds', () => {
  it('gives access to a restricted task with the comment', async () => {
    const task = await calls.submit({ visibleUserIds: [userIds.operator] });
    const response = await calls.mention('operator', task, ['observer'], {
      sharedWithUserIds: [userIds.observer],
    });
    expect(response.status).toBe(201);
    expect(response.body.task.visibleUsers.map(({ userId }: { userId: number }) => userId).sort()).toEqual([
      userIds.operator,
      userIds.observer,
    ]);
    expect(await calls.reasonsOf('observer', task)).toEqual(['MENTIONED']);
    expect(await calls.fixture.listTaskIds(calls.fixture.tokens.observer)).toContain(task);
    const { changeHistory } = await calls.send('operator', 'GET', `/api/tasks/${task}/change-history`);
    expect(changeHistory.at(-1).changes).toMatchObject([{ field: 'visibleUsers' }]);
  });

  it('requires OPERATOR, and then writes nothing', async () => {
    const task = await calls.submit({ visibleUserIds: [userIds.member] });
    const body = { sharedWithUserIds: [userIds.observer] };
    expect((await calls.mention('member', task, ['observer'], body)).status).toBe(403);
    expect(await calls.commentsOf('member', task)).toEqual([]);
    expect(await calls.fixture.listTaskIds(calls.fixture.tokens.observer)).not.toContain(task);
    // The operator may not see the task.
    expect((await calls.mention('operator', task, ['observer'], body)).status).toBe(404);
  });

  it('does not restrict an unrestricted task', async () => {
    const task = await calls.submit();
    await calls.mention('member', task, ['observer'], { sharedWithUserIds: [userIds.observer] });
    expect((await calls.send('member', 'GET', `/api/tasks/${task}`)).task.visibleUsers).toEqual([]);
  });

  it('rejects people of another organization and reporters', async () => {
    const task = await calls.submit({ visibleUserIds: [userIds.operator] });
    for (const id of [userIds.globexAdmin, userIds.reporter])
      expect((await calls.comment('operator', task, { content: 'x', sharedWithUserIds: [id] })).status).toBe(
        422,
      );
    expect(await calls.commentsOf('operator', task)).toEqual([]);
  });

  it('shares once per idempotency key', async () => {
    const task = await calls.submit({ visibleUserIds: [userIds.operator] });
    const body = { content: 'raz', sharedWithUserIds: [userIds.observer] };
    const add = () =>
      calls.fixture.call('POST', `/api/tasks/${task}/comment`, calls.fixture.tokens.operator, body, {
        'idempotency-key': 'klucz-udostepnienia',
      });
    expect((await Promise.all([add(), add()])).map(({ status }) => status)).toEqual([201, 201]);
    expect(await calls.commentsOf('operator', task)).toHaveLength(1);
    const { changeHistory } = await calls.send('operator', 'GET', `/api/tasks/${task}/change-history`);
    expect(changeHistory).toHaveLength(1);
  });
});
