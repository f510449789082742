import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, userIds } from './fixture';
import { createWorkflowEditor } from './workflow-editor';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

describe('the visibility of a task', () => {
  it('shows visitors and other reporters the anonymous projection', async () => {
    const id = await fixture.submit();
    const { body } = await fixture.call('GET', `/api/tasks/${id}`);
    expect(body.task).toMatchObject({
      createdBy: 'j***@example.com',
      assignedUserEmail: null,
      view: 'visitor',
    });
    expect((await fixture.call('GET', `/api/tasks/${id}/transitions`)).body.transitions).toEqual([]);
    expect((await fixture.call('GET', `/api/tasks/${id}/status-history`)).body.statusHistory).toMatchObject([
      { statusName: 'Nowe', changedByEmail: 'j***@example.com', transitionName: 'Nowe zgłoszenie' },
    ]);
    expect((await fixture.call('GET', `/api/tasks/${id}`, fixture.tokens.reporter)).body.task.createdBy).toBe(
      'j***@example.com',
    );
  });

  it('hides from a reporter who else may see their task', async () => {
    const { call, submit, tokens } = fixture;
    const id = await submit({}, tokens.reporter);
    const restricted = { title: 'x', visibleUserIds: [userIds.operator], visibleGroupIds: [6] };
    expect((await call('PUT', `/api/tasks/${id}`, tokens.operator, restricted)).status).toBe(200);
    const readers = async (token: string) => {
      const { task } = (await call('GET', `/api/tasks/${id}`, token)).body;
      return [task.view, task.visibleUsers.length, task.visibleGroups.length];
    };
    expect(await readers(tokens.operator)).toEqual(['member', 1, 1]);
    expect(await readers(tokens.reporter)).toEqual(['author', 0, 0]);
    await call('DELETE', `/api/tasks/${id}`, tokens.operator);
  });

  it('hides a restricted task from all except its readers, on each path', async () => {
    const id = await fixture.submit({ visibleGroupIds: [6] }, fixture.tokens.member);
    const paths = ['', '/transitions', '/comments', '/status-history'];
    for (const path of paths) {
      expect((await fixture.call('GET', `/api/tasks/${id}${path}`)).status).toBe(404);
      for (const token of [fixture.tokens.operator, fixture.tokens.reporter, fixture.tokens.observer])
        expect((await fixture.call('GET', `/api/tasks/${id}${path}`, token)).status).toBe(404);
      for (const token of [fixture.tokens.member, fixture.tokens.groupMember])
        expect((await fixture.call('GET', `/api/tasks/${id}${path}`, token)).status).toBe(200);
    }
    expect(
      (await fixture.call('POST', `/api/tasks/${id}/comment`, fixture.tokens.operator, { content: 'x' }))
        .status,
    ).toBe(404);
    expect(
      (
        await fixture.call('POST', `/api/tasks/${id}/transition`, fixture.tokens.operator, {
          transitionId: 2,
        })
      ).status,
    ).toBe(404);
    const listIds = async (token: string) =>
      (await fixture.call('GET', '/api/tasks?limit=200', token)).body.tasks.map(
        (task: { publicTaskId: number }) => task.publicTaskId,
      );
    expect(await listIds(fixture.tokens.operator)).not.toContain(id);
    expect(await listIds(fixture.tokens.groupMember)).toContain(id);
  });

  it('hides tasks from other tenants', async () => {
    const id = await fixture.submit();
    for (const token of [undefined, fixture.tokens.globexAdmin])
      expect(
        (await fixture.service.request('GET', `/api/tasks/${id}`, { organization: fixture.globex, token }))
          .status,
      ).toBe(404);
    expect(
      (
        await fixture.service.request('GET', '/api/tasks', {
          organization: fixture.globex,
          token: fixture.tokens.globexAdmin,
        })
      ).body,
    ).toMatchObject({ tasks: [], total: 0 });
    expect((await fixture.call('GET', `/api/tasks/${id}`, fixture.tokens.globexAdmin)).status).toBe(401);
  });

  it('lets a reporter list and comment only their own tasks', async () => {
    const own = await fixture.submit({}, fixture.tokens.reporter);
    const list = await fixture.call('GET', '/api/tasks', fixture.tokens.reporter);
    expect(list.body.tasks.map((task: { publicTaskId: number }) => task.publicTaskId)).toEqual([own]);
    expect(
      (await fixture.call('GET', `/api/tasks/${own}`, fixture.tokens.reporter)).body.task.createdBy,
    ).toBe('user12@obieg.test');
    expect(
      (
        await fixture.call('POST', `/api/tasks/${own}/comment`, fixture.tokens.reporter, {
          content: 'Dopisuję',
        })
      ).status,
    ).toBe(201);
    expect(
      (
        await fixture.call('POST', `/api/tasks/${own}/transition`, fixture.tokens.reporter, {
          transitionId: 2,
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await fixture.call('POST', `/api/tasks/${await fixture.submit()}/comment`, fixture.tokens.reporter, {
          content: 'x',
        })
      ).status,
    ).toBe(403);
  });
});

describe('the author of a task that a visitor submitted', () => {
  it('is the user who has verified the address in this organization', async () => {
    const { service, acme, globex, call, submit, listTaskIds } = fixture;
    const id = await submit({ createdByEmail: 'User30@obieg.test' });
    const unverified = await service.addMember(acme, 30, ['REPORTER'], false);
    expect(await listTaskIds(unverified)).toEqual([]);
    expect((await call('GET', `/api/tasks/${id}`, unverified)).body.task).toMatchObject({
      createdBy: 'u***@obieg.test',
      needsEmailVerification: true,
      view: 'visitor',
    });

    const globexToken = await service.addMember(globex, 30, ['REPORTER'], true);
    expect(
      (await service.request('GET', '/api/tasks', { organization: globex, token: globexToken })).body.tasks,
    ).toEqual([]);
    expect(await listTaskIds(unverified)).toEqual([]);

    const verified = await service.addMember(acme, 30, ['REPORTER'], true);
    expect(await listTaskIds(verified)).toEqual([id]);
    expect((await call('GET', `/api/tasks/${id}`, verified)).body.task).toMatchObject({
      createdBy: 'user30@obieg.test',
      needsEmailVerification: false,
      view: 'author',
    });
    const path = `/api/tasks/${id}/comment`;
    expect((await call('POST', path, verified, { content: 'Dopisuję' })).status).toBe(201);
  });
});

describe('a member of a child group of a visible group', () => {
  it('sees the task unless the membership is suspended or the group is deleted', async () => {
    const { service, acme, call, submit, tokens } = fixture;
    await service.addGroup(acme, 7);
    await service.addGroup(acme, 8, 7);
    const token = await service.addMember(acme, 31, ['MEMBER']);
    const id = await submit({ visibleGroupIds: [7] }, tokens.member);
    const getStatus = async () => (await call('GET', `/api/tasks/${id}`, token)).status;
    expect(await getStatus()).toBe(404);
    await service.joinGroup(acme, 8, 31, 'SUSPENDED');
    expect(await getStatus()).toBe(404);
    await service.joinGroup(acme, 8, 31, 'OBSERVER');
    expect(await getStatus()).toBe(200);
    await service.applyEvent('obieg.identity.group.deleted', { organizationId: acme.id, id: 7 }, 7);
    expect(await getStatus()).toBe(404);
  });
});

describe('the event obieg.tasks.task-visibility.changed', () => {
  const listEvents = async (id: number) =>
    (await fixture.listTaskEvents(id, 'obieg.tasks.task-visibility.changed')).map(({ data }) => data);
  const edit = (id: number, body: object) =>
    fixture.call('PUT', `/api/tasks/${id}`, fixture.tokens.admin, { title: 'Grupy', ...body });

  it('is emitted when the visible groups change, and without groups when the task is deleted', async () => {
    const { submit, tokens, call, acme, service } = fixture;
    await service.joinGroup(acme, 6, userIds.admin, 'MEMBER');
    const id = await submit({ visibleGroupIds: [6, 6] }, tokens.member);
    const expectedEvent = (groupIds: number[]) => ({ organizationId: acme.id, publicTaskId: id, groupIds });
    expect(await listEvents(id)).toEqual([expectedEvent([6])]);
    await edit(id, { visibleUserIds: [userIds.admin], visibleGroupIds: [6] });
    await edit(id, {});
    expect(await listEvents(id)).toHaveLength(1);
    await edit(id, { visibleUserIds: [userIds.admin], visibleGroupIds: [-1] });
    await edit(id, { visibleUserIds: [userIds.admin], visibleGroupIds: [5, 6] });
    expect((await call('DELETE', `/api/tasks/${id}`, tokens.admin)).status).toBe(204);
    expect(await listEvents(id)).toEqual([[6], [], [5, 6], []].map(expectedEvent));
  });

  it('is not emitted for a task without visible groups', async () => {
    const { submit, tokens, call } = fixture;
    const id = await submit();
    await edit(id, { title: 'Bez grup' });
    await call('DELETE', `/api/tasks/${id}`, tokens.operator);
    expect(await listEvents(id)).toEqual([]);
  });
});

describe('a transition that hides the task from its caller', () => {
  it('returns the task, and the next request gets 404', async () => {
    const { call, submit, tokens } = fixture;
    const id = await submit(
      { visibleUserIds: [userIds.operator], assignedUserId: userIds.observer },
      tokens.member,
    );
    const run = (transitionId: number) =>
      call('POST', `/api/tasks/${id}/transition`, tokens.groupMember, {
        transitionId,
        workflowParameters: { '3': '1' },
      });
    expect((await run(2)).status).toBe(404);
    const assigned = await submit(
      {
        visibleUserIds: [userIds.operator],
        assignedUserId: userIds.groupMember,
        workflowParameters: { '1': 'Konto' },
      },
      tokens.member,
    );
    const path = `/api/tasks/${assigned}/transition`;
    expect((await call('POST', path, tokens.groupMember, { transitionId: 8 })).body.task).toMatchObject({
      assignedUserId: null,
      assignedGroupName: 'Grupa 9',
    });
    expect((await call('GET', `/api/tasks/${assigned}`, tokens.groupMember)).status).toBe(404);
  });
});

describe('the ETag of a task', () => {
  it('gives no access to a hidden task: If-None-Match and If-Match get 404', async () => {
    const { call, submit, tokens } = fixture;
    const id = await submit({}, tokens.member);
    const path = `/api/tasks/${id}`;
    const etag = String((await call('GET', path, tokens.member)).headers['etag']);
    const getIfNoneMatch = (token: string | undefined, tag: string) =>
      call('GET', path, token, undefined, { 'if-none-match': tag });
    const hide = { title: 'Tajne', visibleUserIds: [userIds.admin], visibleGroupIds: [] };
    expect((await call('PUT', path, tokens.operator, hide)).status).toBe(200);
    const newEtag = String((await call('GET', path, tokens.admin)).headers['etag']);
    expect(newEtag).not.toBe(etag);
    for (const tag of [etag, newEtag, '*']) {
      for (const token of [undefined, tokens.operator, tokens.reporter])
        expect((await getIfNoneMatch(token, tag)).status).toBe(404);
      const ifMatch = { 'if-match': tag };
      expect((await call('PUT', path, tokens.operator, { title: 'y' }, ifMatch)).status).toBe(404);
      expect((await call('DELETE', path, tokens.operator, undefined, ifMatch)).status).toBe(404);
    }
    expect((await getIfNoneMatch(tokens.admin, newEtag)).body.task.title).toBe('Tajne');
  });
});

describe('server messages', () => {
  it('follow Accept-Language, and default to the mixed language of the specification', async () => {
    const { call, submit, tokens } = fixture;
    const getBody = async (language: string | undefined, path: string, body?: object) =>
      (
        await call(
          body ? 'POST' : 'GET',
          path,
          tokens.member,
          body,
          language === undefined ? {} : { 'accept-language': language },
        )
      ).body;
    for (const language of [undefined, 'mul', 'pl', 'pl-PL,en;q=0.5', 'de'])
      expect((await getBody(language, '/api/tasks/999999999999')).message).toBe('Nie znaleziono zadania.');
    expect((await getBody('en', '/api/tasks/999999999999')).message).toBe('The task was not found.');
    expect(
      (await getBody('en', '/api/tasks', { title: 'x', workflowParameters: { '1': 'Inne' } })).errors,
    ).toEqual([{ field: 'workflowParameters.1', message: 'Choose one of the given values' }]);
    const path = `/api/tasks/${await submit()}/transition`;
    expect((await getBody('en', path, { transitionId: 4 })).message).toBe(
      'You do not have permission to run this transition. Only members of the group Grupa 5 can run it.',
    );
    for (const language of [undefined, 'pl'])
      expect((await getBody(language, path, { transitionId: 4 })).message).toBe(
        'Nie masz uprawnień do wykonania tego przejścia. Wykonują je członkowie grupy Grupa 5.',
      );
  });
});

describe('the anonymous projection', () => {
  it('masks e-mail addresses in all fields', async () => {
    const { service, acme, call, submit, tokens } = fixture;
    await service.applyEvent(
      'obieg.identity.user.changed',
      { id: 32, username: 'ala@obieg.test', email: 'ala@obieg.test', systemRoles: [] },
      32,
    );
    await service.applyEvent(
      'obieg.identity.membership.changed',
      { organizationId: acme.id, userId: 32, roles: ['MEMBER'], isEmailVerified: true },
      32,
    );
    const id = await submit({ assignedUserId: 32 }, tokens.member);
    const { body } = await call('GET', `/api/tasks/${id}`);
    expect(JSON.stringify(body)).not.toMatch(/ala@|user11@/);
    expect(body.task).toMatchObject({ assignedUserName: 'a***@obieg.test', assignedUserId: null });
  });

  it('contains the path of the assigned group for members only', async () => {
    const { call, submit, tokens } = fixture;
    const id = await submit({ assignedGroupId: 6 }, tokens.member);
    const getPath = async (token?: string) =>
      (await call('GET', `/api/tasks/${id}`, token)).body.task.assignedGroupPath;
    expect(await getPath(tokens.member)).toBe('Grupa 5 / Grupa 6');
    for (const token of [undefined, tokens.reporter]) expect(await getPath(token)).toBeUndefined();
  });

  it('masks a group name that is an e-mail address', async () => {
    const { service, acme, call, submit, tokens } = fixture;
    const name = 'pomoc@obieg.test';
    await service.applyEvent(
      'obieg.identity.group.changed',
      { organizationId: acme.id, id: 33, name, description: null, parentGroupId: null },
      33,
    );
    const id = await submit({ assignedGroupId: 33 }, tokens.member);
    const getGroupName = async (token?: string) =>
      (await call('GET', `/api/tasks/${id}`, token)).body.task.assignedGroupName;
    for (const token of [undefined, tokens.reporter])
      expect(await getGroupName(token)).toBe('p***@obieg.test');
    expect(await getGroupName(tokens.member)).toBe(name);
  });

  it('masks an answer that is an e-mail address, regardless of the question’s type', async () => {
    const { call, submit, tokens } = fixture;
    const { reset, publish, withChangedParameter } = createWorkflowEditor(() => fixture);
    await reset();
    const getAnswer = async (id: number, token?: string) =>
      (await call('GET', `/api/tasks/${id}`, token)).body.task.parameterDetails[1].parameterValue;
    const submitWithAnswer = (text: string) => submit({ workflowParameters: { '1': 'Sprzęt', '2': text } });

    await publish({ parameters: withChangedParameter(2, { parameterType: 'EMAIL' }) });
    const id = await submitWithAnswer('ala@obieg.test');
    expect(await getAnswer(id)).toBe('a***@obieg.test');
    await publish({ parameters: withChangedParameter(2, { parameterType: 'TEXT' }) });
    for (const token of [undefined, tokens.reporter])
      expect(await getAnswer(id, token)).toBe('a***@obieg.test');
    expect(await getAnswer(id, tokens.member)).toBe('ala@obieg.test');

    expect(await getAnswer(await submitWithAnswer(' Ala@Obieg.test '))).toBe('A***@Obieg.test');
    for (const text of ['HP @ biuro', 'ala@', 'Piszcie na ala(at)obieg.test'])
      expect(await getAnswer(await submitWithAnswer(text))).toBe(text);
  });
});
