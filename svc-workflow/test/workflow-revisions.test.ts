import type { WorkflowConfiguration } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { buildEvent } from '@obieg/service-kit/testing';
import { toProposedWorkflow } from '@obieg/workflow-rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildFile, buildFileTransition, createWorkflowClient, receiveGroup } from './workflow-files';
import {
  acme,
  buildDictionary,
  buildParameter,
  buildTaskData,
  groupId,
  startWorkflowService,
  userIds,
  type WorkflowService,
} from './workflow-service';

let service: WorkflowService;
let client: ReturnType<typeof createWorkflowClient>;
beforeAll(async () => {
  service = await startWorkflowService();
  client = createWorkflowClient(service.call);
});
afterAll(() => service.close());

const listRevisions = async (query = '') =>
  (await service.call('GET', `/api/workflow-revisions${query}`)).body;

describe('GET /api/workflow-revisions', () => {
  it('begins with the default workflow', async () => {
    const { revisions, nextCursor } = await listRevisions();
    expect(nextCursor).toBeNull();
    expect(revisions).toEqual([
      {
        number: 1,
        createdAt: expect.any(String),
        author: null,
        kind: 'DEFAULT',
        restoredFrom: null,
        summary: {
          pl: 'Parametry: 0, statusy: 3, przejścia: 4',
          en: 'Parameters: 0, statuses: 3, transitions: 4',
        },
      },
    ]);
  });

  it('adds a revision with author and summary for each saved change, and none for an unchanged save', async () => {
    const id = await service.createStatus('Wstrzymane');
    await service.call('PUT', `/api/workflow-status/${id}`, { name: 'Czeka', statusType: 'INTERMEDIATE' });
    await service.call('PUT', `/api/workflow-status/${id}`, { name: 'Czeka', statusType: 'INTERMEDIATE' });
    const parameter = await service.createParameter('rodzaj', buildDictionary('a', 'b'));
    const from = await service.findStatusId('Nowe');
    await service.createTransition({
      name: 'Odłóż',
      fromStatusId: from,
      toStatusId: id,
      executorGroupIds: [groupId],
      requiredParameters: [{ parameterId: parameter, isMandatory: true }],
    });
    const { revisions } = await listRevisions();
    expect(revisions.map(({ summary }: { summary: { pl: string } }) => summary.pl)).toEqual([
      'Dodano przejście „Odłóż”',
      'Dodano parametr „rodzaj”',
      'Zmieniono status „Czeka” (nazwa)',
      'Dodano status „Wstrzymane”',
      'Parametry: 0, statusy: 3, przejścia: 4',
    ]);
    expect(revisions[0]).toMatchObject({
      author: { id: userIds.manager, username: `u${userIds.manager}` },
      kind: 'EDITED',
      summary: { en: 'Added transition “Odłóż”' },
    });
  });

  it('returns pages, newest first', async () => {
    const all = (await listRevisions()).revisions.map(({ number }: { number: number }) => number);
    const pages: number[] = [];
    for (let cursor: string | null = String(all[0] + 1); cursor !== null; ) {
      const page = await listRevisions(`?limit=2&cursor=${cursor}`);
      expect(page.revisions.length).toBeLessThanOrEqual(2);
      pages.push(...page.revisions.map(({ number }: { number: number }) => number));
      cursor = page.nextCursor;
    }
    expect(pages).toEqual(all);
    expect((await service.call('GET', '/api/workflow-revisions?cursor=x')).status).toBe(400);
  });

  it('does not name an author who never was a member', async () => {
    const superAdmin = 99;
    await service.receiveMessage(
      buildEvent(
        'obieg.identity.user.changed',
        { id: superAdmin, username: 'root', email: 'root@obieg.test', systemRoles: ['SUPER_ADMIN'] },
        { aggregateId: superAdmin },
      ),
    );
    const token = service.tokenOf(superAdmin);
    await service.call('POST', '/api/workflow-status', { name: 'Od roota', statusType: 'FINAL' }, { token });
    expect((await listRevisions('?limit=1')).revisions[0]).toMatchObject({
      author: { id: superAdmin, username: null },
    });
  });

  it('stores the present state once if an earlier version saved it without a revision', async () => {
    const newest = await client.getNewest();
    await withOrganization(service.db, acme.id, async (tx) => {
      await tx('statuses').insert({ organization_id: acme.id, name: 'Cichy', status_type: 'FINAL' });
      await tx('workflow_configurations').increment('revision', 3);
    });
    const [one, other] = await Promise.all([listRevisions('?limit=2'), listRevisions('?limit=2')]);
    expect(one).toEqual(other);
    expect(one.revisions).toMatchObject([
      { number: newest + 3, kind: 'RECORDED', author: null, summary: { en: 'Added status “Cichy”' } },
      { number: newest },
    ]);
  });
});

describe('GET /api/workflow-revisions/{n}', () => {
  it('returns the state as a file, and 404 for an unknown revision', async () => {
    const { body } = await service.call('GET', '/api/workflow-revisions/1');
    expect(body).toMatchObject({
      number: 1,
      file: { format: 'obieg-workflow/2', parameters: [], statuses: [{ name: 'Nowe' }, {}, {}] },
    });
    for (const number of ['999', '0', '-1', 'x'])
      expect((await service.call('GET', `/api/workflow-revisions/${number}`)).status).toBe(404);
  });

  it('hides the revisions of other organizations', async () => {
    const number = await client.getNewest();
    expect(number).toBeGreaterThan(1);
    expect((await service.callGlobex('GET', `/api/workflow-revisions/${number}`)).status).toBe(404);
    const restore = await service.callGlobex('POST', `/api/workflow-revisions/${number}/restore`, {
      baseRevision: 1,
    });
    expect(restore.status).toBe(404);
  });
});

describe('GET /api/workflow-revisions/{n}/diff', () => {
  it('lists added, removed, changed and reordered entities with their fields', async () => {
    const first = await service.createParameter('pierwszy', { sortOrder: 50 });
    const second = await service.createParameter('drugi', { sortOrder: 60 });
    const before = await client.getNewest();
    await service.call('PUT', '/api/workflow-parameters/order', {
      parameterIds: (await service.call('GET', '/api/workflow-parameters')).body
        .map(({ id }: { id: number }) => id)
        .toSorted((one: number, other: number) => (one === second && other === first ? -1 : 0)),
    });
    await service.call('PUT', `/api/workflow-parameters/${first}`, {
      ...buildParameter('pierwszy', { sortOrder: 70, displayName: 'Pierwsze pytanie' }),
      dependencies: [{ parentParameterId: second, conditionType: 'EXISTS' }],
    });
    const status = await service.createStatus('Nowszy');
    const after = await client.getNewest();
    const changes = await client.compare(after, before);
    expect(changes).toEqual([
      {
        entity: 'parameter',
        action: 'CHANGED',
        name: 'pierwszy',
        fields: [
          { field: 'displayName', before: 'pierwszy', after: 'Pierwsze pytanie' },
          {
            field: 'dependencies',
            before: [],
            after: [{ parameter: 'drugi', conditionType: 'EXISTS', conditionValue: null }],
          },
        ],
      },
      {
        entity: 'parameter',
        action: 'REORDERED',
        name: '',
        fields: [
          {
            field: 'order',
            before: expect.arrayContaining(['pierwszy', 'drugi']),
            after: expect.arrayContaining(['drugi', 'pierwszy']),
          },
        ],
      },
      { entity: 'status', action: 'ADDED', name: 'Nowszy', fields: [] },
    ]);
    await service.call('DELETE', `/api/workflow-status/${status}`);
    expect((await client.compare(after, before + 1)).at(-1)).toMatchObject({ action: 'ADDED' });
    expect((await client.compare(before, after)).at(-1)).toMatchObject({
      entity: 'status',
      action: 'REMOVED',
      name: 'Nowszy',
    });
    expect(await client.compare(after, after)).toEqual([]);
    expect((await service.call('GET', `/api/workflow-revisions/${after}/diff?against=9999`)).status).toBe(
      404,
    );
    expect((await service.call('GET', `/api/workflow-revisions/${after}/diff`)).status).toBe(400);
  });
});

describe('POST /api/workflow-revisions/{n}/restore', () => {
  beforeEach(async () => {
    expect((await client.import(buildFile())).status).toBe(200);
  });

  it('restores the state under the same ids, as a new revision that is published', async () => {
    const parameter = await service.createParameter('usuwany', buildDictionary('x', 'y'));
    const status = await service.createStatus('Usuwany');
    const transition = await service.createTransition({
      name: 'Usuwane',
      fromStatusId: status,
      toStatusId: status,
      parameterConditions: [{ parameterId: parameter, conditionType: 'EQUALS', conditionValue: 'x' }],
      requiredParameters: [{ parameterId: parameter, isMandatory: true, defaultValue: 'y' }],
    });
    const wanted = await client.getNewest();
    const text = await client.exportText();
    const entities = async () =>
      Promise.all(
        ['workflow-parameters', 'workflow-status', 'status-transitions'].map(async (path) =>
          (await service.call('GET', `/api/${path}`)).body.map(
            ({ revision: _, ...entity }: { revision: number }) => entity,
          ),
        ),
      );
    const expected = await entities();
    const etagOf = async () =>
      (await service.call('GET', `/api/workflow-parameters/${parameter}`)).headers['etag'];
    const etag = await etagOf();
    await service.call('DELETE', `/api/status-transitions/${transition}`);
    await service.call('DELETE', `/api/workflow-status/${status}`);
    await service.call('DELETE', `/api/workflow-parameters/${parameter}`);

    const { workflow: proposed } = (await client.previewRestore(wanted)).body;
    const { status: code, body } = await client.restore(wanted);
    expect([code, body.changes.length]).toEqual([200, 3]);
    expect(await entities()).toEqual(expected);
    expect(await client.exportText()).toBe(text);
    expect(await etagOf()).not.toBe(etag);
    expect((await listRevisions('?limit=1')).revisions[0]).toMatchObject({
      number: body.revision,
      kind: 'RESTORED',
      restoredFrom: wanted,
      author: { id: userIds.manager },
      summary: { pl: 'Dodano parametr „usuwany”; Dodano status „Usuwany”; Dodano przejście „Usuwane”' },
    });
    expect((await service.getLastPublished())?.data).toMatchObject({
      parameters: [{ id: parameter }],
      transitions: expect.arrayContaining([expect.objectContaining({ id: transition })]),
    });
    // Open tasks are judged by what the preview returned.
    const published = (await service.getLastPublished())?.data as WorkflowConfiguration;
    expect(proposed).toEqual(toProposedWorkflow(published));
    // The rows accept further changes under their ids.
    expect((await service.call('DELETE', `/api/status-transitions/${transition}`)).status).toBe(204);
    expect((await service.call('DELETE', `/api/workflow-status/${status}`)).status).toBe(204);
  });

  it('restores names that were exchanged', async () => {
    const [one, other] = [await service.createStatus('Jeden'), await service.createStatus('Drugi')];
    const wanted = await client.getNewest();
    const rename = (id: number, name: string) =>
      service.call('PUT', `/api/workflow-status/${id}`, { name, statusType: 'INTERMEDIATE' });
    for (const [id, name] of [
      [one, 'Trzeci'],
      [other, 'Jeden'],
      [one, 'Drugi'],
    ] as const)
      expect((await rename(id, name)).status).toBe(200);
    expect((await client.restore(wanted)).status).toBe(200);
    expect(await service.findStatusId('Jeden')).toBe(one);
    expect(await service.findStatusId('Drugi')).toBe(other);
  });

  it('keeps a status that tasks have, and counts tasks that lose every exit', async () => {
    const wanted = await client.getNewest();
    const added = await service.createStatus('W drodze');
    const start = await service.findStatusId('Nowe');
    await service.createTransition({ name: 'Wyślij', fromStatusId: start, toStatusId: added });
    const inNew = 400_000_000_001;
    await service.receiveMessage(
      buildEvent('obieg.tasks.task.changed', buildTaskData(added, 400_000_000_002), {
        aggregateId: 400_000_000_002,
      }),
    );
    await service.receiveMessage(
      buildEvent('obieg.tasks.task.changed', buildTaskData(start, inNew), { aggregateId: inNew }),
    );
    const preview = await client.previewRestore(wanted);
    expect(preview.body.impact).toEqual({
      statuses: [{ statusId: expect.any(Number), name: 'W drodze', effect: 'KEPT' }],
      missingGroups: [],
      transitions: [],
    });
    expect(preview.body.revision).toBe(await client.getNewest());
    expect(await service.findStatusId('W drodze')).toBe(added);

    await client.restore(wanted);
    expect(await service.findStatusId('W drodze')).toBe(added);
    const transitions = (await service.call('GET', '/api/status-transitions')).body;
    expect(transitions.map(({ name }: { name: string }) => name)).toEqual(['Start', 'Koniec']);

    const withoutExit = await client.preview(
      buildFile({ transitions: [buildFileTransition('Start', null, 'Nowe')] }),
    );
    expect(withoutExit.body.impact.statuses).toEqual([
      { statusId: expect.any(Number), name: 'W drodze', effect: 'KEPT' },
      { statusId: expect.any(Number), name: 'Nowe', effect: 'LOSES_EXITS' },
    ]);
    for (const id of [inNew, 400_000_000_002])
      await service.receiveMessage(
        buildEvent(
          'obieg.tasks.task.deleted',
          { organizationId: acme.id, publicTaskId: id },
          { aggregateId: id },
        ),
      );
  });

  it('numbers a kept status whose name the restored workflow uses for another one', async () => {
    const old = await service.createStatus('Dawny');
    const wanted = await client.getNewest();
    await service.call('DELETE', `/api/workflow-status/${old}`);
    const present = await service.createStatus('Dawny');
    const task = 400_000_000_003;
    await service.receiveMessage(
      buildEvent('obieg.tasks.task.changed', buildTaskData(present, task), { aggregateId: task }),
    );
    expect((await client.restore(wanted)).status).toBe(200);
    expect(await service.findStatusId('Dawny')).toBe(old);
    expect(await service.findStatusId('Dawny (2)')).toBe(present);
    await service.receiveMessage(
      buildEvent(
        'obieg.tasks.task.deleted',
        { organizationId: acme.id, publicTaskId: task },
        { aggregateId: task },
      ),
    );
  });

  it('deactivates a transition whose executor groups were deleted, so that it does not become open to all members', async () => {
    await receiveGroup(service, acme.id, { id: 77, name: 'Zarząd' });
    const from = await service.findStatusId('Nowe');
    const id = await service.createTransition({
      name: 'Zatwierdź',
      fromStatusId: from,
      toStatusId: from,
      targetGroupId: 77,
      executorGroupIds: [77],
    });
    const wanted = await client.getNewest();
    await service.call('DELETE', `/api/status-transitions/${id}`);
    await service.receiveMessage(
      buildEvent('obieg.identity.group.deleted', { organizationId: acme.id, id: 77 }, { aggregateId: 77 }),
    );
    expect((await client.previewRestore(wanted)).body.impact).toEqual({
      statuses: [],
      missingGroups: ['Zarząd'],
      transitions: [{ name: 'Zatwierdź', effect: 'DEACTIVATED' }],
    });
    await client.restore(wanted);
    expect((await service.call('GET', `/api/status-transitions/${id}`)).body).toMatchObject({
      isActive: false,
      executorGroupIds: [],
      targetGroupId: null,
    });
  });

  it('tells one of two managers 409, and needs the revision that the caller has seen', async () => {
    await service.createStatus('Jeszcze jeden');
    const baseRevision = await client.getNewest();
    const restore = () =>
      service.call('POST', `/api/workflow-revisions/${baseRevision - 1}/restore`, { baseRevision });
    const answers = await Promise.all([restore(), restore()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      'Another user changed the workflow in the meantime. Check the changes again.',
    );
    const withoutBase = await service.call('POST', `/api/workflow-revisions/${baseRevision}/restore`, {});
    expect(withoutBase.body).toMatchObject({ status: 422, errors: [{ field: 'baseRevision' }] });
  });

  it('adds no revision if nothing changes', async () => {
    const newest = await client.getNewest();
    expect((await client.restore(newest)).body).toMatchObject({ revision: newest, changes: [] });
    expect(await client.getNewest()).toBe(newest);
  });
});

// Last, because it deletes the first revisions.
describe('old revisions', () => {
  it('are deleted beyond the newest 1,000, or if the snapshots exceed 64 MB', async () => {
    const inAcme = async (sql: string): Promise<number[]> =>
      withOrganization(service.db, acme.id, async (tx) => {
        const { rows } = await tx.raw<{ rows: { number: number }[] }>(sql);
        return rows.map(({ number }) => number);
      });
    const listNumbers = () => inAcme('select number from workflow_revisions order by number');
    const stored = await listNumbers();
    const [first = 0, second = 0] = stored;
    await inAcme(
      `insert into workflow_revisions (organization_id, number, kind, summary, snapshot, snapshot_bytes)
       select ${acme.id}, -n, 'EDITED', '{}', '{}', 2 from generate_series(0, 1100) n`,
    );
    await service.createStatus('Tysięczny');
    const newest = await client.getNewest();
    const kept = await listNumbers();
    expect(kept).toHaveLength(1_000);
    expect(kept.slice(-stored.length - 1)).toEqual([...stored, newest]);

    await inAcme(
      `update workflow_revisions set snapshot_bytes = 40 * 1024 * 1024 where number in (${first}, ${second})`,
    );
    await service.createStatus('Ciężki');
    expect(await listNumbers()).toEqual([...stored.slice(1), newest, newest + 1]);
  });
});
