import { withOrganization } from '@obieg/service-kit';
import { buildEvent, untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeInTransaction } from '../src/configuration/configuration.service';
import { restoreUsedStatuses } from '../src/configuration/deleted-statuses';
import { acme, buildTaskData, startWorkflowService, type WorkflowService } from './workflow-service';

let service: WorkflowService;
beforeAll(async () => {
  service = await startWorkflowService();
});
afterAll(() => service.close());

const path = '/api/workflow-status';
const post = (body: unknown, headers = {}) => service.call('POST', path, body, { headers });
const put = (id: number, body: unknown) => service.call('PUT', `${path}/${id}`, body);
const remove = (id: number, headers = {}) => service.call('DELETE', `${path}/${id}`, undefined, { headers });
let version = 900_000;
let lastTaskId = 100_000_000_000;
/** Applies the event of svc-tasks for a new task in this status. @returns the task's id */
const addTask = async (statusId: number): Promise<number> => {
  lastTaskId += 1;
  version += 1;
  const data = buildTaskData(statusId, lastTaskId);
  await service.receiveMessage(
    buildEvent('obieg.tasks.task.changed', data, { aggregateId: lastTaskId, version }),
  );
  return lastTaskId;
};
const deleteTask = (publicTaskId: number) => {
  version += 1;
  return service.receiveMessage(
    buildEvent(
      'obieg.tasks.task.deleted',
      { organizationId: acme.id, publicTaskId },
      { aggregateId: publicTaskId, version },
    ),
  );
};

describe('saving a status', () => {
  it.each(['"Nowe" & <b>stare</b>', "O'Hara $1 {name}", 'Gotowe ✅', 'מוכן جاهز'])(
    'creates, renames and deletes %j',
    async (name) => {
      const created = await post({ name: ` ${name} `, statusType: 'FINAL' });
      expect(created.body).toMatchObject({ name, statusType: 'FINAL' });
      expect((await service.getLastPublished())?.data).toMatchObject({
        statuses: expect.arrayContaining([expect.objectContaining({ id: created.body.id, name })]),
      });
      expect((await put(created.body.id, { name: `${name}!`, statusType: 'INITIAL' })).body).toEqual({
        ...created.body,
        name: `${name}!`,
        statusType: 'INITIAL',
      });
      expect((await remove(created.body.id)).status).toBe(204);
      expect((await service.call('GET', `${path}/${created.body.id}`)).status).toBe(404);
    },
  );
});

describe('statuses of other tenants', () => {
  it('are hidden in paths', async () => {
    const [{ id }] = (await service.callGlobex('GET', path)).body;
    expect((await service.call('GET', `${path}/${id}`)).status).toBe(404);
    expect((await put(id, { name: 'Mine', statusType: 'INITIAL' })).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });
});

describe('bad input for a status', () => {
  it.each([
    [{ name: ' ', statusType: 'FINAL' }, 'name', 'Status name is required.'],
    [{ statusType: 'FINAL' }, 'name', 'Status name is required.'],
    [{ name: 'x'.repeat(101), statusType: 'FINAL' }, 'name', 'Status name must not exceed 100 characters.'],
    [{ name: 'x' }, 'statusType', 'Status type is required.'],
    [{ name: 'x', statusType: '' }, 'statusType', 'Status type is required.'],
  ])('is rejected with 422: %j', async (body, field, message) => {
    expect((await post(body)).body).toMatchObject({ status: 422, errors: [{ field, message }] });
  });

  it('is rejected with 422: another type than INITIAL where new tasks start', async () => {
    const id = await service.findStatusId('Nowe');
    expect((await put(id, { name: 'Nowe', statusType: 'FINAL' })).body).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'statusType',
          message:
            'New tasks start in this status, so its type must stay INITIAL. Transitions: "Nowe zgłoszenie".',
        },
      ],
    });
  });
});

describe('a conflicting change to a status', () => {
  it('gets 409 when another status has the name, ignoring case and Unicode composition', async () => {
    for (const name of ['Nowe', ' NOWE ', 'zakoŃczone', 'Zakon\u0301czone'])
      expect((await post({ name, statusType: 'FINAL' })).body).toMatchObject({
        status: 409,
        code: 'NAME_TAKEN',
        detail: 'A status with this name already exists in your organization.',
        errors: [{ field: 'name' }],
      });
    const id = await service.findStatusId('W toku');
    expect((await put(id, { name: 'nowe', statusType: 'FINAL' })).status).toBe(409);
    expect((await put(id, { name: 'W TOKU', statusType: 'INTERMEDIATE' })).status).toBe(200);
    await put(id, { name: 'W toku', statusType: 'INTERMEDIATE' });
  });

  it('gets 409 when a deleted status is used, with the names of transitions but no number of tasks', async () => {
    const id = await service.createStatus('Odłożone');
    const to = await service.findStatusId('Zakończone');
    const transitions = [
      await service.createTransition({ name: 'Stąd', fromStatusId: id, toStatusId: to }),
      await service.createTransition({ name: 'Tu', fromStatusId: to, toStatusId: id }),
    ];
    const tasks = [await addTask(id), await addTask(id)];
    expect((await remove(id)).body).toMatchObject({
      status: 409,
      code: 'IN_USE',
      detail: 'The status cannot be deleted: transitions use it: "Stąd", "Tu"; tasks have this status.',
    });
    const polish = { 'accept-language': 'pl' };
    expect((await remove(id, polish)).body.detail).toContain('"Tu"; mają go zadania.');
    for (const transition of transitions)
      expect((await service.call('DELETE', `/api/status-transitions/${transition}`)).status).toBe(204);
    await deleteTask(tasks[0] ?? 0);
    expect((await remove(id)).body.detail).toBe('The status cannot be deleted: tasks have this status.');
    for (let count = 0; count < 4; count += 1) tasks.push(await addTask(id));
    expect((await remove(id)).body.detail).toBe('The status cannot be deleted: tasks have this status.');
    expect((await remove(id, polish)).body.detail).toBe('Nie można usunąć statusu: mają go zadania.');
    for (const task of tasks) await deleteTask(task);
    expect((await remove(id)).status).toBe(204);
  });
});

describe('statuses that tasks have', () => {
  it('are recorded once per event, and ignore outdated events', async () => {
    const id = await service.createStatus('Raz');
    version += 10;
    const changed = buildEvent('obieg.tasks.task.changed', buildTaskData(id), { aggregateId: 1, version });
    expect(await service.receiveMessage(changed)).toBe('applied');
    expect(await service.receiveMessage(changed)).toBe('duplicate');
    expect((await remove(id)).body.detail).toContain('tasks have this status');
    const { publicTaskId } = buildTaskData(id);
    const deletion = { organizationId: acme.id, publicTaskId };
    await service.receiveMessage(
      buildEvent('obieg.tasks.task.deleted', deletion, { aggregateId: 1, version: version + 2 }),
    );
    const outdated = buildEvent('obieg.tasks.task.changed', buildTaskData(id), {
      aggregateId: 1,
      version: version + 1,
    });
    expect(await service.receiveMessage(outdated)).toBe('outdated');
    expect((await remove(id)).status).toBe(204);
  });

  it('are restored under a shortened name with a number, without splitting a character', async () => {
    const name = `x${'🔁'.repeat(99)}`;
    const id = await service.createStatus(name);
    expect((await remove(id)).status).toBe(204);
    const other = await service.createStatus(name);
    const task = await addTask(id);
    const restored = await service.call('GET', `${path}/${id}`);
    expect(restored.body.name).toBe(`x${'🔁'.repeat(95)} (2)`);
    await deleteTask(task);
    for (const one of [id, other]) expect((await remove(one)).status).toBe(204);
  });

  it('are restored under an unused name if a task entered them during the deletion', async () => {
    const id = await service.createStatus('Znikający');
    expect((await remove(id)).status).toBe(204);
    const other = await service.createStatus('znikający');
    const task = await addTask(id);
    const restored = await service.call('GET', `${path}/${id}`);
    expect(restored.body).toMatchObject({ id, name: 'Znikający (2)', statusType: 'INTERMEDIATE' });
    expect((await service.getLastPublished())?.data).toMatchObject({
      statuses: expect.arrayContaining([expect.objectContaining({ id, name: 'Znikający (2)' })]),
    });
    expect((await remove(id)).body.detail).toContain('tasks have this status');
    await deleteTask(task);
    for (const one of [id, other]) expect((await remove(one)).status).toBe(204);
  });

  it('are written only if the status of the task changes', async () => {
    const [one, other] = [await service.createStatus('Raz zapisany'), await service.createStatus('Drugi')];
    const applyTaskEvent = (statusId: number, versionOffset: number) => {
      const data = buildTaskData(statusId, 43);
      return service.receiveMessage(
        buildEvent('obieg.tasks.task.changed', data, { aggregateId: 43, version: version + versionOffset }),
      );
    };
    const readUses = () =>
      withOrganization(service.db, acme.id, (tx) =>
        tx('task_uses').where({ public_task_id: 43 }).select('status_id', tx.raw('xmin::text as writer')),
      );
    expect(await applyTaskEvent(one, 1)).toBe('applied');
    const [written] = await readUses();
    expect(await applyTaskEvent(one, 2)).toBe('applied');
    expect(await readUses()).toEqual([written]);
    expect(await applyTaskEvent(other, 3)).toBe('applied');
    expect(await readUses()).toMatchObject([{ status_id: other }]);
  });

  it('cannot be deleted when the event of the task comes first', async () => {
    const id = await service.createStatus('Najpierw zadanie');
    let deletion: ReturnType<typeof remove> | undefined;
    await withOrganization(service.db, acme.id, async (tx) => {
      await tx('task_uses').insert({ organization_id: acme.id, public_task_id: 42, status_id: id });
      await restoreUsedStatuses(tx, acme.id, [id]);
      deletion = remove(id);
      await untilLockWaits(service.db.knex);
    });
    expect((await deletion)?.body.detail).toBe('The status cannot be deleted: tasks have this status.');
    await deleteTask(42);
    expect((await remove(id)).status).toBe(204);
  });

  it('are restored when the deletion comes first', async () => {
    const id = await service.createStatus('Najpierw usunięcie');
    let pendingTask: Promise<number> | undefined;
    await withOrganization(service.db, acme.id, async (tx) => {
      await changeInTransaction(tx, acme.id, { kind: 'EDITED' }, async ({ before }) => ({
        wanted: { ...before, statuses: before.statuses.filter((status) => status.id !== id) },
      }));
      pendingTask = addTask(id);
      await untilLockWaits(service.db.knex);
    });
    const task = (await pendingTask) ?? 0;
    expect((await service.call('GET', `${path}/${id}`)).body.name).toBe('Najpierw usunięcie');
    await deleteTask(task);
    expect((await remove(id)).status).toBe(204);
  });
});
