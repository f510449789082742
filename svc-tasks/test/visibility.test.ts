import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, people, startAcme } from './acme';
import { changingWorkflow } from './changing-workflow';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

describe('who sees a task', () => {
  it('shows a visitor the anonymous projection', async () => {
    const id = await house.submit();
    const { body } = await house.call('GET', `/api/tasks/${id}`);
    expect(body.task).toMatchObject({
      createdBy: 'j***@example.com',
      assignedUserEmail: null,
      view: 'visitor',
    });
    expect((await house.call('GET', `/api/tasks/${id}/transitions`)).body.transitions).toEqual([]);
    expect((await house.call('GET', `/api/tasks/${id}/status-history`)).body.statusHistory).toMatchObject([
      { statusName: 'Nowe', changedByEmail: 'j***@example.com', transitionName: 'Nowe zgłoszenie' },
    ]);
    expect((await house.call('GET', `/api/tasks/${id}`, house.tokens.reporter)).body.task.createdBy).toBe(
      'j***@example.com',
    );
  });

  it('hides a restricted task on every path from all but its readers', async () => {
    const id = await house.submit({ visibleGroupIds: [6] }, house.tokens.member);
    const paths = ['', '/transitions', '/comments', '/status-history'];
    for (const path of paths) {
      expect((await house.call('GET', `/api/tasks/${id}${path}`)).status).toBe(404);
      for (const token of [house.tokens.operator, house.tokens.reporter, house.tokens.observer])
        expect((await house.call('GET', `/api/tasks/${id}${path}`, token)).status).toBe(404);
      for (const token of [house.tokens.member, house.tokens.it])
        expect((await house.call('GET', `/api/tasks/${id}${path}`, token)).status).toBe(200);
    }
    expect(
      (await house.call('POST', `/api/tasks/${id}/comment`, house.tokens.operator, { content: 'x' })).status,
    ).toBe(404);
    expect(
      (await house.call('POST', `/api/tasks/${id}/transition`, house.tokens.operator, { transitionId: 2 }))
        .status,
    ).toBe(404);
    const numbersOf = async (token: string) =>
      (await house.call('GET', '/api/tasks?limit=200', token)).body.tasks.map(
        (task: { publicTaskId: number }) => task.publicTaskId,
      );
    expect(await numbersOf(house.tokens.operator)).not.toContain(id);
    expect(await numbersOf(house.tokens.it)).toContain(id);
  });

  it('hides other tenants', async () => {
    const id = await house.submit();
    for (const token of [undefined, house.tokens.foreign])
      expect(
        (await house.tasks.request('GET', `/api/tasks/${id}`, { organization: house.globex, token })).status,
      ).toBe(404);
    expect(
      (
        await house.tasks.request('GET', '/api/tasks', {
          organization: house.globex,
          token: house.tokens.foreign,
        })
      ).body,
    ).toMatchObject({ tasks: [], total: 0 });
    expect((await house.call('GET', `/api/tasks/${id}`, house.tokens.foreign)).status).toBe(401);
  });

  it('lets a reporter see and comment their own tasks only', async () => {
    const own = await house.submit({}, house.tokens.reporter);
    const list = await house.call('GET', '/api/tasks', house.tokens.reporter);
    expect(list.body.tasks.map((task: { publicTaskId: number }) => task.publicTaskId)).toEqual([own]);
    expect((await house.call('GET', `/api/tasks/${own}`, house.tokens.reporter)).body.task.createdBy).toBe(
      'user12@obieg.test',
    );
    expect(
      (await house.call('POST', `/api/tasks/${own}/comment`, house.tokens.reporter, { content: 'Dopisuję' }))
        .status,
    ).toBe(201);
    expect(
      (await house.call('POST', `/api/tasks/${own}/transition`, house.tokens.reporter, { transitionId: 2 }))
        .status,
    ).toBe(403);
    expect(
      (
        await house.call('POST', `/api/tasks/${await house.submit()}/comment`, house.tokens.reporter, {
          content: 'x',
        })
      ).status,
    ).toBe(403);
  });
});

describe('the author of a task submitted before signing in', () => {
  it('is who has verified the address in this organization, and nobody before that', async () => {
    const { tasks, acme, globex, call, submit, numbersListed } = house;
    const id = await submit({ createdByEmail: 'User30@obieg.test' });
    const unverified = await tasks.addMember(acme, 30, ['REPORTER'], false);
    expect(await numbersListed(unverified)).toEqual([]);
    expect((await call('GET', `/api/tasks/${id}`, unverified)).body.task).toMatchObject({
      createdBy: 'u***@obieg.test',
      needsEmailVerification: true,
      view: 'visitor',
    });

    const elsewhere = await tasks.addMember(globex, 30, ['REPORTER'], true);
    expect(
      (await tasks.request('GET', '/api/tasks', { organization: globex, token: elsewhere })).body.tasks,
    ).toEqual([]);
    expect(await numbersListed(unverified)).toEqual([]);

    const verified = await tasks.addMember(acme, 30, ['REPORTER'], true);
    expect(await numbersListed(verified)).toEqual([id]);
    expect((await call('GET', `/api/tasks/${id}`, verified)).body.task).toMatchObject({
      createdBy: 'user30@obieg.test',
      needsEmailVerification: false,
      view: 'author',
    });
    const path = `/api/tasks/${id}/comment`;
    expect((await call('POST', path, verified, { content: 'Dopisuję' })).status).toBe(201);
  });
});

describe('a member of several roles in nested groups', () => {
  it('is let in by any of them but a suspended one, and not by a group that is gone', async () => {
    const { tasks, acme, call, submit, tokens } = house;
    await tasks.addGroup(acme, 7);
    await tasks.addGroup(acme, 8, 7);
    const token = await tasks.addMember(acme, 31, ['MEMBER']);
    const id = await submit({ visibleGroupIds: [7] }, tokens.member);
    const code = async () => (await call('GET', `/api/tasks/${id}`, token)).status;
    expect(await code()).toBe(404);
    await tasks.joinGroup(acme, 8, 31, 'SUSPENDED');
    expect(await code()).toBe(404);
    await tasks.joinGroup(acme, 8, 31, 'OBSERVER');
    expect(await code()).toBe(200);
    await tasks.tell('obieg.identity.group.deleted', { organizationId: acme.id, id: 7 }, 7);
    expect(await code()).toBe(404);
  });
});

describe('groups named as readers', () => {
  const toldOf = async (id: number) =>
    (await house.eventsOf(id, 'obieg.tasks.task-visibility.changed')).map(({ data }) => data);
  const edit = (id: number, body: object) =>
    house.call('PUT', `/api/tasks/${id}`, house.tokens.admin, { title: 'Grupy', ...body });

  it('are told of where they change, and once more with none when the task is deleted', async () => {
    const { submit, tokens, call, acme, tasks } = house;
    await tasks.joinGroup(acme, 6, people.admin, 'MEMBER');
    const id = await submit({ visibleGroupIds: [6, 6] }, tokens.member);
    const told = (groupIds: number[]) => ({ organizationId: acme.id, publicTaskId: id, groupIds });
    expect(await toldOf(id)).toEqual([told([6])]);
    await edit(id, { visibleUserIds: [people.admin], visibleGroupIds: [6] });
    await edit(id, {});
    expect(await toldOf(id)).toHaveLength(1);
    await edit(id, { visibleUserIds: [people.admin], visibleGroupIds: [-1] });
    await edit(id, { visibleUserIds: [people.admin], visibleGroupIds: [5, 6] });
    expect((await call('DELETE', `/api/tasks/${id}`, tokens.admin)).status).toBe(204);
    expect(await toldOf(id)).toEqual([told([6]), told([]), told([5, 6]), told([])]);
  });

  it('are not told of where there are none', async () => {
    const { submit, tokens, call } = house;
    const id = await submit();
    await edit(id, { title: 'Bez grup' });
    await call('DELETE', `/api/tasks/${id}`, tokens.operator);
    expect(await toldOf(id)).toEqual([]);
  });
});

describe('who takes a task out of their own sight', () => {
  it('still gets an answer', async () => {
    const { call, submit, tokens } = house;
    const id = await submit(
      { visibleUserIds: [people.operator], assignedUserId: people.observer },
      tokens.member,
    );
    const run = (transitionId: number) =>
      call('POST', `/api/tasks/${id}/transition`, tokens.it, {
        transitionId,
        workflowParameters: { '3': '1' },
      });
    expect((await run(2)).status).toBe(404);
    const assigned = await submit(
      { visibleUserIds: [people.operator], assignedUserId: people.it, workflowParameters: { '1': 'Konto' } },
      tokens.member,
    );
    const path = `/api/tasks/${assigned}/transition`;
    expect((await call('POST', path, tokens.it, { transitionId: 8 })).body.task).toMatchObject({
      assignedUserId: null,
      assignedGroupName: 'Grupa 9',
    });
    expect((await call('GET', `/api/tasks/${assigned}`, tokens.it)).status).toBe(404);
  });
});

describe('the ETag of a task', () => {
  it('gets nobody past who may see it: there is no "not modified" for what is hidden', async () => {
    const { call, submit, tokens } = house;
    const id = await submit({}, tokens.member);
    const path = `/api/tasks/${id}`;
    const etag = String((await call('GET', path, tokens.member)).headers['etag']);
    const ask = (token: string | undefined, tag: string) =>
      call('GET', path, token, undefined, { 'if-none-match': tag });
    const hide = { title: 'Tajne', visibleUserIds: [people.admin], visibleGroupIds: [] };
    expect((await call('PUT', path, tokens.operator, hide)).status).toBe(200);
    const now = String((await call('GET', path, tokens.admin)).headers['etag']);
    expect(now).not.toBe(etag);
    for (const tag of [etag, now, '*']) {
      for (const token of [undefined, tokens.operator, tokens.reporter])
        expect((await ask(token, tag)).status).toBe(404);
      const write = { 'if-match': tag };
      expect((await call('PUT', path, tokens.operator, { title: 'y' }, write)).status).toBe(404);
      expect((await call('DELETE', path, tokens.operator, undefined, write)).status).toBe(404);
    }
    expect((await ask(tokens.admin, now)).body.task.title).toBe('Tajne');
  });
});

describe('the server’s own words', () => {
  it('follow Accept-Language; the default is the specification’s mix', async () => {
    const { call, submit, tokens } = house;
    const said = async (language: string | undefined, path: string, body?: object) =>
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
      expect((await said(language, '/api/tasks/999999999999')).message).toBe('Nie znaleziono zadania.');
    expect((await said('en', '/api/tasks/999999999999')).message).toBe('The task was not found.');
    expect(
      (await said('en', '/api/tasks', { title: 'x', workflowParameters: { '1': 'Inne' } })).errors,
    ).toEqual([{ field: 'workflowParameters.1', message: 'Choose one of the given values' }]);
    const path = `/api/tasks/${await submit()}/transition`;
    expect((await said('en', path, { transitionId: 4 })).message).toBe(
      'You do not have permission to run this transition. Members of the group Grupa 5 run it.',
    );
    for (const language of [undefined, 'pl'])
      expect((await said(language, path, { transitionId: 4 })).message).toBe(
        'Nie masz uprawnień do wykonania tego przejścia. Wykonują je członkowie grupy Grupa 5.',
      );
  });
});

describe('the anonymous projection', () => {
  it('masks addresses wherever they stand', async () => {
    const { tasks, acme, call, submit, tokens } = house;
    await tasks.tell(
      'obieg.identity.user.changed',
      { id: 32, username: 'ala@obieg.test', email: 'ala@obieg.test', systemRoles: [] },
      32,
    );
    await tasks.tell(
      'obieg.identity.membership.changed',
      { organizationId: acme.id, userId: 32, roles: ['MEMBER'], isEmailVerified: true },
      32,
    );
    const id = await submit({ assignedUserId: 32 }, tokens.member);
    const { body } = await call('GET', `/api/tasks/${id}`);
    expect(JSON.stringify(body)).not.toMatch(/ala@|user11@/);
    expect(body.task).toMatchObject({ assignedUserName: 'a***@obieg.test', assignedUserId: null });
  });

  it('masks the address that a group is named by', async () => {
    const { tasks, acme, call, submit, tokens } = house;
    const name = 'pomoc@obieg.test';
    await tasks.tell(
      'obieg.identity.group.changed',
      { organizationId: acme.id, id: 33, name, description: null, parentGroupId: null },
      33,
    );
    const id = await submit({ assignedGroupId: 33 }, tokens.member);
    const nameFor = async (token?: string) =>
      (await call('GET', `/api/tasks/${id}`, token)).body.task.assignedGroupName;
    for (const token of [undefined, tokens.reporter]) expect(await nameFor(token)).toBe('p***@obieg.test');
    expect(await nameFor(tokens.member)).toBe(name);
  });

  it('masks an answer that is an address, whatever its question asks for', async () => {
    const { call, submit, tokens } = house;
    const { restart, publish, changedParameter } = changingWorkflow(() => house);
    await restart();
    const answerFor = async (id: number, token?: string) =>
      (await call('GET', `/api/tasks/${id}`, token)).body.task.parameterDetails[1].parameterValue;
    const answering = (text: string) => submit({ workflowParameters: { '1': 'Sprzęt', '2': text } });

    await publish({ parameters: changedParameter(2, { parameterType: 'EMAIL' }) });
    const id = await answering('ala@obieg.test');
    expect(await answerFor(id)).toBe('a***@obieg.test');
    await publish({ parameters: changedParameter(2, { parameterType: 'TEXT' }) });
    for (const token of [undefined, tokens.reporter])
      expect(await answerFor(id, token)).toBe('a***@obieg.test');
    expect(await answerFor(id, tokens.member)).toBe('ala@obieg.test');

    expect(await answerFor(await answering(' Ala@Obieg.test '))).toBe('A***@Obieg.test');
    for (const text of ['HP @ biuro', 'ala@', 'Piszcie na ala(at)obieg.test'])
      expect(await answerFor(await answering(text))).toBe(text);
  });
});
