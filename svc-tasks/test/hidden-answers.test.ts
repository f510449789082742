import type { TaskListItem } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertChangeEntryNow } from '../src/history/history.repo';
import { insertReporterLink } from '../src/reporter-access/reporter-links';
import { indexQueuedChanges } from '../src/search/search-queue';
import { getConfiguration } from '../src/workflow-model/configuration.repo';
import { isAnswerHiddenFromReporters, isHiddenFromReporters } from '../src/workflow-model/hidden-answers';
import { type Fixture, startFixture, userIds } from './fixture';
import { createWorkflowEditor } from './workflow-editor';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
  await fixture.service.addMember(fixture.acme, userIds.reporter, ['REPORTER'], true);
});
afterAll(() => fixture.service.close());
const editor = createWorkflowEditor(() => fixture);
const { publish, run, callAsOperator } = editor;
beforeEach(() => editor.reset());

const inAcme = <T>(work: Parameters<typeof withOrganization<T>>[2]) =>
  withOrganization(fixture.service.db, fixture.acme.id, work);

const secret = '170017';
const corrected = '180018';

/** A finished task of the reporter, with an answer to the SYSTEM_CONTROLLED parameter 3 that was corrected. */
const submitOwn = async (): Promise<number> => {
  const task = await fixture.submit({}, fixture.tokens.reporter);
  expect((await run(task, 2)).status).toBe(200);
  expect((await run(task, 5, { 3: secret })).status).toBe(200);
  const correction = { title: 'Poprawiony', workflowParameters: { 3: corrected } };
  expect((await callAsOperator('PUT', String(task), correction)).status).toBe(200);
  return task;
};

/** The page of the reporter's link. */
const readByLink = async (task: number) => {
  const key = await inAcme(async (tx) => {
    const { id } = await tx('tasks').where({ public_task_id: task }).first('id');
    const link = { organization_id: fixture.acme.id, task_id: id, user_id: userIds.reporter };
    return insertReporterLink(tx, link);
  });
  const path = `/api/tasks/${task}/reporter-access`;
  const { acme, service } = fixture;
  const { token } = (await service.request('POST', path, { organization: acme, body: { key } })).body;
  return service.request('GET', path, { organization: acme, headers: { 'x-reporter-token': token } });
};

/** Everything that the author of a task reads about it, with the account and by the link, and that a visitor reads. */
const readAsOthers = async (task: number) => {
  const call = (path: string) => fixture.call('GET', `/api/tasks${path}`, fixture.tokens.reporter);
  const lists = 'comments,statusHistory,assignmentHistory,changeHistory,transitions,watch,links';
  return Promise.all([
    call(`/${task}?include=${lists}`),
    call(`/${task}/change-history`),
    call(''),
    readByLink(task),
    fixture.call('GET', `/api/tasks/${task}`),
  ]);
};
const idsOf = (answers: { parameterId: number }[]) => answers.map(({ parameterId }) => parameterId);

const expectHidden = async (task: number, ids: number[]) => {
  const responses = await readAsOthers(task);
  for (const { status, body } of responses) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${secret}|${corrected}`));
  }
  const [page, , , link, visitor] = responses;
  for (const { body } of [page, link, visitor]) expect(idsOf(body.task.parameterDetails)).toEqual(ids);
  return page.body;
};

describe('answers to SYSTEM_CONTROLLED parameters', () => {
  it('are hidden from author and visitors on the page, in the history, in lists and by the link', async () => {
    const task = await submitOwn();
    const { changeHistory } = await expectHidden(task, [1, 2]);
    expect(changeHistory).toMatchObject([{ changes: [{ field: 'title', after: 'Poprawiony' }] }]);
    const seen = (await callAsOperator('GET', `${task}?include=changeHistory`)).body;
    expect(idsOf(seen.task.parameterDetails)).toEqual([1, 2, 3]);
    expect(JSON.stringify(seen.changeHistory)).toContain(secret);
  });

  it('stay hidden from the author after the parameter is deleted', async () => {
    const task = await submitOwn();
    const [first] = editor.getConfiguration().parameters;
    if (!first) throw new Error('The configuration has no parameters');
    await publish({ parameters: [first] });
    await expectHidden(task, [1, 2]);
    // As the release before stored deleted parameters.
    await inAcme((tx) =>
      tx('configurations').update({
        retired_parameters: tx.raw(
          `(select jsonb_agg(one - 'parameterStage') from jsonb_array_elements(retired_parameters) one)`,
        ),
        // A version that no event has.
        version: tx.raw('-version'),
      }),
    );
    await expectHidden(task, [1]);
    expect(idsOf((await editor.getTask(task)).parameterDetails)).toEqual([1, 2, 3]);
  });

  it('stay hidden in history entries that do not say of which parameter they are', async () => {
    const task = await submitOwn();
    const change = { field: 'workflowParameters' as const, label: 'Parametr 3', before: secret, after: null };
    await inAcme((tx) =>
      insertChangeEntryNow(
        tx,
        { publicTaskId: task, userId: userIds.operator, email: null },
        { change_type: 'EDIT', changes: [change] },
      ),
    );
    await expectHidden(task, [1, 2]);
    const { changeHistory } = (await callAsOperator('GET', `${task}/change-history`)).body;
    expect(changeHistory.at(-1)).toMatchObject({ changes: [change] });
  });

  it('appear once the parameter has another stage', async () => {
    const task = await submitOwn();
    await publish({ parameters: editor.withChangedParameter(3, { parameterStage: 'ALWAYS' }) });
    const [page, history, , link, visitor] = await readAsOthers(task);
    for (const { body } of [page, history, link, visitor]) expect(JSON.stringify(body)).toContain(corrected);
  });

  it('cannot be found by a filter', async () => {
    await submitOwn();
    const answers = encodeURIComponent(JSON.stringify({ 3: corrected }));
    const list = (token: string) => fixture.call('GET', `/api/tasks?answers=${answers}`, token);
    expect((await list(fixture.tokens.reporter)).status).toBe(403);
    expect((await list(fixture.tokens.operator)).status).toBe(200);
  });
});

describe('GET /api/tasks?search', () => {
  it('finds no SYSTEM_CONTROLLED answer for the author, and shows none beside another', async () => {
    const task = await submitOwn();
    await indexQueuedChanges(fixture.service.db, fixture.acme.id, 60_000);
    const search = async (text: string, token: string): Promise<TaskListItem[]> =>
      (await fixture.call('GET', `/api/tasks?search=${encodeURIComponent(text)}`, token)).body.tasks;
    const { reporter, operator } = fixture.tokens;
    expect(await search(corrected, reporter)).toEqual([]);
    for (const [token, isShown] of [
      [operator, true],
      [reporter, false],
    ] as const) {
      const found = (await search('Sprzęt', token)).find(({ publicTaskId }) => publicTaskId === task);
      expect(found).toBeDefined();
      expect(JSON.stringify(found).includes(corrected)).toBe(isShown);
    }
  });
});

describe('isAnswerHiddenFromReporters', () => {
  it('decides in the database as isHiddenFromReporters', async () => {
    const { parameters } = editor.getConfiguration();
    const [first] = parameters;
    if (!first) throw new Error('The configuration has no parameters');
    const more = [
      { ...first, id: 50, parameterStage: 'SYSTEM_CONTROLLED' as const },
      { ...first, id: 51, parameterStage: 'ALWAYS' as const },
    ];
    await publish({ parameters: [...parameters, ...more] });
    await publish({ parameters });
    await inAcme(async (tx) => {
      const caller = {
        organizationId: fixture.acme.id,
        tenantScope: fixture.acme.id,
        language: 'pl' as const,
      };
      const configuration = await getConfiguration(tx, caller);
      const { rows } = await tx.raw<{ rows: { id: string; is_hidden: boolean }[] }>(
        `select id, ${isAnswerHiddenFromReporters('id')} as is_hidden
           from unnest(array['1', '2', '3', '50', '51', '99']) id`,
      );
      expect(rows.filter(({ is_hidden }) => is_hidden).map(({ id }) => id)).toEqual(['3', '50', '99']);
      for (const { id, is_hidden } of rows)
        expect(isHiddenFromReporters(configuration, Number(id)), id).toBe(is_hidden);
    });
  });
});
