import type { WorkflowConfiguration, WorkflowFile } from '@obieg/contracts';
import { buildEvent } from '@obieg/service-kit/testing';
import { toProposedWorkflow } from '@obieg/workflow-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildFile,
  buildFileParameter,
  buildFileTransition,
  createWorkflowClient,
  receiveGroup,
  type WorkflowClient,
} from './workflow-files';
import { acme, buildTaskData, startWorkflowService, userIds, type WorkflowService } from './workflow-service';

const globexId = 2;
let service: WorkflowService;
let client: WorkflowClient;
let globex: WorkflowClient;
beforeAll(async () => {
  service = await startWorkflowService();
  client = createWorkflowClient(service.call);
  globex = createWorkflowClient(service.callGlobex);
  await receiveGroup(service, acme.id, { id: 6, name: 'Helpdesk', parentGroupId: 5 });
  await receiveGroup(service, acme.id, { id: 7, name: 'A/B \\ C' });
  await receiveGroup(service, acme.id, { id: 8, name: 'Helpdesk', parentGroupId: 5 });
  await receiveGroup(service, globexId, { id: 31, name: 'IT' });
  await receiveGroup(service, globexId, { id: 32, name: 'Helpdesk', parentGroupId: 31 });
});
afterAll(() => service.close());

const category = buildFileParameter('kategoria', {
  parameterType: 'DICTIONARY',
  dictionaryValues: [
    { value: 'Usterka', isActive: true },
    { value: 'Inne', isActive: false },
  ],
});
const details = buildFileParameter('opis', {
  dependencies: [{ parameter: 'kategoria', conditionType: 'EQUALS', conditionValue: 'Usterka' }],
});
const fullFile = (): WorkflowFile =>
  buildFile({
    parameters: [category, details],
    transitions: [
      buildFileTransition('Start', null, 'Nowe', {
        targetGroup: 'IT/Helpdesk',
        parameterConditions: [
          { parameter: 'kategoria', conditionType: 'NOT_EQUALS', conditionValue: 'Inne' },
        ],
      }),
      buildFileTransition('Koniec', 'Nowe', 'Gotowe', {
        executorGroups: ['IT', 'IT/Helpdesk'],
        requiredParameters: [{ parameter: 'opis', isMandatory: true, defaultValue: 'brak' }],
      }),
    ],
  });

describe('GET /api/workflow-configuration/export', () => {
  it('returns a file that names entities, with a fixed order of keys', async () => {
    const { headers } = await service.call('GET', '/api/workflow-configuration/export');
    const text = await client.exportText();
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining('application/json'),
      'content-disposition': 'attachment; filename="workflow-acme.json"',
    });
    expect(Object.keys(JSON.parse(text))).toEqual([
      'format',
      'parameters',
      'statuses',
      'transitions',
      'scenarios',
      'calendars',
      'targets',
    ]);
    expect(text).not.toMatch(/[iI]d"/);
    expect(await client.exportText()).toBe(text);
  });

  it('names groups by their path, escapes separators and numbers equal paths', async () => {
    const from = await service.findStatusId('Nowe');
    const id = await service.createTransition({
      name: 'Ścieżki',
      fromStatusId: from,
      toStatusId: from,
      executorGroupIds: [8, 5, 6, 7],
    });
    const { body } = await service.call('GET', '/api/workflow-configuration/export');
    const exported = body.transitions.find(({ name }: { name: string }) => name === 'Ścieżki');
    expect(exported.executorGroups).toEqual(['IT/Helpdesk\\2', 'IT', 'IT/Helpdesk', 'A\\/B \\\\ C']);
    expect((await client.import(body)).body.changes).toEqual([]);
    await service.call('DELETE', `/api/status-transitions/${id}`);
  });
});

describe('POST /api/workflow-configuration/import', () => {
  it('replaces the workflow as one revision, and keeps the ids of entities with the same name', async () => {
    const status = await service.findStatusId('Nowe');
    const newest = await client.getNewest();
    const { status: code, body } = await client.import(fullFile());
    expect([code, body.revision]).toEqual([200, newest + 1]);
    expect(await service.findStatusId('Nowe')).toBe(status);
    const { body: revisions } = await service.call('GET', '/api/workflow-revisions?limit=1');
    expect(revisions.revisions[0]).toMatchObject({
      number: newest + 1,
      kind: 'IMPORTED',
      author: { id: userIds.manager },
    });
    expect(JSON.parse(await client.exportText())).toEqual(fullFile());
    expect((await service.getLastPublished())?.data).toMatchObject({
      parameters: [{ parameterName: 'kategoria' }, { parameterName: 'opis' }],
    });

    const [parameter] = (await service.call('GET', '/api/workflow-parameters')).body;
    const transitions = (await service.call('GET', '/api/status-transitions')).body;
    await client.import(
      buildFile({
        ...fullFile(),
        parameters: [details, { ...category, displayName: 'Rodzaj' }],
      }),
    );
    const after = (await service.call('GET', '/api/workflow-parameters')).body;
    expect(after).toMatchObject([
      { parameterName: 'opis', sortOrder: 0 },
      { id: parameter.id, displayName: 'Rodzaj', sortOrder: 1, dictionaryValues: parameter.dictionaryValues },
    ]);
    expect((await service.call('GET', '/api/status-transitions')).body).toEqual(transitions);
  });

  it('changes nothing in a dry run, and tells changes, findings and impact', async () => {
    const text = await client.exportText();
    const revision = await client.getNewest();
    const { status, body } = await client.preview(
      buildFile({ statuses: [...buildFile().statuses, { name: 'Bez wejścia', statusType: 'INTERMEDIATE' }] }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ revision, impact: { statuses: [], missingGroups: [], transitions: [] } });
    expect(
      body.changes.map(({ entity, action, name }: Record<string, string>) => [entity, action, name]),
    ).toEqual(
      expect.arrayContaining([
        ['parameter', 'REMOVED', 'kategoria'],
        ['status', 'ADDED', 'Bez wejścia'],
      ]),
    );
    expect(body.findings.map(({ code }: { code: string }) => code)).toContain('STATUS_UNREACHABLE');
    expect(await client.exportText()).toBe(text);
    expect(await client.getNewest()).toBe(revision);
  });

  it('tells in a dry run the workflow that an import publishes', async () => {
    await client.import(buildFile());
    const file = buildFile({
      parameters: [buildFileParameter('kanał')],
      transitions: [
        buildFileTransition('Start', null, 'Nowe'),
        buildFileTransition('Koniec', 'Nowe', 'Gotowe', {
          parameterConditions: [{ parameter: 'kanał', conditionType: 'EXISTS', conditionValue: null }],
        }),
      ],
    });
    const { workflow } = (await client.preview(file)).body;
    expect((await client.import(file)).body.workflow).toBeUndefined();
    const published = toProposedWorkflow((await service.getLastPublished())?.data as WorkflowConfiguration);
    // A new parameter gets another id than in the dry run.
    const previewedId: number = workflow.parameters[0].id;
    const id = published.parameters[0]?.id;
    expect(JSON.parse(JSON.stringify(workflow).replaceAll(`d":${previewedId},`, `d":${id},`))).toEqual(
      published,
    );
  });

  it('keeps statuses that tasks have', async () => {
    await client.import(buildFile());
    const id = await service.findStatusId('Nowe');
    const task = 500_000_000_001;
    await service.receiveMessage(
      buildEvent('obieg.tasks.task.changed', buildTaskData(id, task), { aggregateId: task }),
    );
    const other = buildFile({
      statuses: [{ name: 'Inny', statusType: 'INITIAL' }],
      transitions: [],
    });
    expect((await client.import(other)).body.impact.statuses).toEqual([
      { statusId: expect.any(Number), name: 'Nowe', effect: 'KEPT' },
    ]);
    expect(await service.findStatusId('Nowe')).toBe(id);
    await service.receiveMessage(
      buildEvent(
        'obieg.tasks.task.deleted',
        { organizationId: acme.id, publicTaskId: task },
        { aggregateId: task },
      ),
    );
    await client.import(buildFile());
  });

  it('tells one of two managers 409', async () => {
    const baseRevision = await client.getNewest();
    const send = (name: string) =>
      service.call('POST', '/api/workflow-configuration/import', {
        baseRevision,
        file: buildFile({ parameters: [buildFileParameter(name)] }),
      });
    const answers = await Promise.all([send('jeden'), send('drugi')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = await send('trzeci');
    expect(late.body).toMatchObject({ status: 409, code: 'CONFLICT' });
    const withoutBase = await service.call('POST', '/api/workflow-configuration/import', {
      file: buildFile(),
    });
    expect(withoutBase.body).toMatchObject({ status: 422, errors: [{ field: 'baseRevision' }] });
  });
});

describe('groups of an imported file', () => {
  const file = buildFile({
    transitions: [
      buildFileTransition('Start', null, 'Nowe', { targetGroup: 'Zakupy' }),
      buildFileTransition('Koniec', 'Nowe', 'Gotowe', { executorGroups: ['Zakupy', 'IT'] }),
    ],
  });

  it('get 422 with their place if the organization lacks them', async () => {
    expect((await client.preview(file)).body).toMatchObject({
      status: 422,
      errors: [
        { field: 'file.transitions.0.targetGroup', message: 'The organization has no group "Zakupy".' },
        { field: 'file.transitions.1.executorGroups.0', message: 'The organization has no group "Zakupy".' },
      ],
    });
  });

  it('can be assigned to groups of the organization', async () => {
    expect((await client.import(file, { Zakupy: 6 })).status).toBe(200);
    expect(JSON.parse(await client.exportText()).transitions).toMatchObject([
      { targetGroup: 'IT/Helpdesk' },
      { executorGroups: ['IT/Helpdesk', 'IT'] },
    ]);
    const foreign = await client.preview(file, { Zakupy: 31 });
    expect(foreign.body).toMatchObject({ status: 422, errors: [{ field: 'groups.Zakupy' }] });
  });

  it('can be left out, which tells the transitions that every member can run', async () => {
    const preview = await client.preview(file, { Zakupy: null, IT: null });
    expect(preview.body.impact).toEqual({
      statuses: [],
      missingGroups: ['Zakupy', 'IT'],
      lostGroups: [
        { transition: 'Start', groups: ['Zakupy'] },
        { transition: 'Koniec', groups: ['Zakupy', 'IT'] },
      ],
      transitions: [{ name: 'Koniec', effect: 'OPEN' }],
    });
    expect((await client.preview(file, { Zakupy: null })).body.impact.transitions).toEqual([]);
    expect((await client.preview(file, { constructor: null, toString: null })).status).toBe(422);
  });
});

describe('a wrong file', () => {
  const change = (more: Partial<WorkflowFile>) => buildFile(more);
  const withTransition = (more: object) =>
    change({ transitions: [{ ...buildFileTransition('T', 'Nowe', 'Gotowe'), ...more }] });
  const condition = { parameter: 'kategoria', conditionType: 'EQUALS' as const };

  it.each<[string, unknown, string, string]>([
    ['another format', { ...buildFile(), format: 'obieg-workflow/3' }, 'file.format', 'obieg-workflow/1'],
    ['a list', [], 'file', 'obieg-workflow/1'],
    ['an unknown field', { ...buildFile(), extra: 1 }, 'file', 'extra'],
    [
      'an unknown field inside',
      withTransition({ organizationId: 2 }),
      'file.transitions.0',
      'organizationId',
    ],
    ['no statuses', { ...buildFile(), statuses: undefined }, 'file.statuses', 'wymagane'],
    [
      'an unknown type',
      change({ statuses: [{ name: 'A', statusType: 'X' as never }] }),
      'file.statuses.0.statusType',
      '',
    ],
    [
      'a repeated status',
      change({ statuses: [...buildFile().statuses, { name: 'NOWE', statusType: 'INITIAL' }] }),
      'file.statuses.2',
      'used twice',
    ],
    [
      'a repeated parameter',
      change({ parameters: [details, details, category] }),
      'file.parameters.1',
      'used twice',
    ],
    [
      'a repeated value',
      change({
        parameters: [
          {
            ...category,
            dictionaryValues: [...category.dictionaryValues, { value: 'Inne', isActive: true }],
          },
        ],
      }),
      'file.parameters.0.dictionaryValues.2.value',
      'duplicated',
    ],
    [
      'a dictionary without values',
      change({ parameters: [{ ...category, dictionaryValues: [] }] }),
      'file.parameters.0.dictionaryValues',
      'at least one',
    ],
    [
      'values of a text',
      change({ parameters: [{ ...category, parameterType: 'TEXT' }] }),
      'file.parameters.0.dictionaryValues',
      'DICTIONARY',
    ],
    [
      'a dependency on nothing',
      change({ parameters: [details] }),
      'file.parameters.0.dependencies.0.parameter',
      'no parameter "kategoria"',
    ],
    [
      'a circle',
      change({
        parameters: [
          buildFileParameter('aa', {
            dependencies: [{ parameter: 'bb', conditionType: 'EXISTS', conditionValue: null }],
          }),
          buildFileParameter('bb', {
            dependencies: [{ parameter: 'aa', conditionType: 'EXISTS', conditionValue: null }],
          }),
        ],
      }),
      'file.parameters.0.dependencies',
      'cycle',
    ],
    [
      'a default outside the dictionary',
      change({ parameters: [{ ...category, defaultValue: 'X' }] }),
      'file.parameters.0.defaultValue',
      'values',
    ],
    [
      'a from-status that is missing',
      withTransition({ fromStatus: 'Brak' }),
      'file.transitions.0.fromStatus',
      'no status "Brak"',
    ],
    [
      'a to-status that is missing',
      withTransition({ toStatus: 'Brak' }),
      'file.transitions.0.toStatus',
      'no status "Brak"',
    ],
    [
      'a start in a final status',
      withTransition({ fromStatus: null }),
      'file.transitions.0.toStatus',
      'INITIAL',
    ],
    [
      'a condition outside the dictionary',
      change({
        parameters: [category],
        transitions: [
          buildFileTransition('T', 'Nowe', 'Gotowe', {
            parameterConditions: [{ ...condition, conditionValue: 'X' }],
          }),
        ],
      }),
      'file.transitions.0.parameterConditions.0.conditionValue',
      'values',
    ],
    [
      'a parameter that is required twice',
      change({
        parameters: [category],
        transitions: [
          buildFileTransition('T', 'Nowe', 'Gotowe', {
            requiredParameters: [
              { parameter: 'kategoria', isMandatory: true, defaultValue: null },
              { parameter: 'KATEGORIA', isMandatory: true, defaultValue: null },
            ],
          }),
        ],
      }),
      'file.transitions.0.requiredParameters.1.parameter',
      'twice',
    ],
  ])('gets 422 with the place and the reason for %s', async (_, file, field, reason) => {
    const text = await client.exportText();
    const { body } = await client.import(file);
    expect(body).toMatchObject({ status: 422, errors: [{ field }] });
    expect(body.errors[0].message).toContain(reason);
    expect(await client.exportText()).toBe(text);
  });

  it('gets 422 in Polish', async () => {
    const { body } = await service.call(
      'POST',
      '/api/workflow-configuration/import?dryRun=true',
      { file: withTransition({ toStatus: 'Brak' }) },
      { headers: { 'accept-language': 'pl' } },
    );
    expect(body.errors[0].message).toBe('W pliku nie ma statusu „Brak”.');
  });

  it('gets 413 above 3 MB or if the event would be too large, and 400 if it is too deep', async () => {
    const post = (rawBody: string) =>
      service.request('POST', '/api/workflow-configuration/import?dryRun=true', {
        organization: acme,
        token: service.tokenOf(userIds.manager),
        headers: { 'content-type': 'application/json' },
        rawBody,
      });
    expect((await post(`{"file":"${'x'.repeat(3 * 1024 * 1024)}"}`)).status).toBe(413);
    expect((await post(`{"file":${'['.repeat(40)}${']'.repeat(40)}}`)).body.code).toBe('MALFORMED_JSON');
    const long = 'ż'.repeat(9_000);
    const parameters = Array.from({ length: 80 }, (_, index) =>
      buildFileParameter(`p${index}`, { description: long }),
    );
    const { body } = await client.preview(buildFile({ parameters }));
    expect(body).toMatchObject({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
      message: expect.stringContaining('1 MB'),
    });
  });

  it('reports a long chain of dependencies, and a circle at its end, in linear time', async () => {
    const parameters = Array.from({ length: 4_000 }, (_, index) =>
      buildFileParameter(`p${index}`, {
        dependencies: [
          { parameter: `p${Math.max(index - 1, 0)}`, conditionType: 'EXISTS', conditionValue: null },
        ],
      }),
    );
    const { body } = await client.preview(buildFile({ parameters }));
    expect(body.errors).toEqual([expect.objectContaining({ field: 'file.parameters.0.dependencies' })]);
  });
});

describe('an export imported into another organization', () => {
  it('gives the same bytes there', async () => {
    await client.import(fullFile());
    const text = await client.exportText();
    expect((await globex.import(JSON.parse(text))).status).toBe(200);
    expect(await globex.exportText()).toBe(text);
  });
});
