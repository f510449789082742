import { withOrganization } from '@obieg/service-kit';
import { buildEvent, untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteStatus, restoreUsedStatuses } from '../src/statuses/deleted-statuses';
import { acme, startWorkflow, taskHolding, type WorkflowService } from './workflow-service';

let workflow: WorkflowService;
beforeAll(async () => {
  workflow = await startWorkflow();
});
afterAll(() => workflow.close());

const path = '/api/workflow-status';
const post = (body: unknown, headers = {}) => workflow.call('POST', path, body, { headers });
const put = (id: number, body: unknown) => workflow.call('PUT', `${path}/${id}`, body);
const remove = (id: number, headers = {}) => workflow.call('DELETE', `${path}/${id}`, undefined, { headers });
let version = 900_000;
let task = 100_000_000_000;
/** Publishes a new task in this status, as svc-tasks does. */
const enter = async (statusId: number): Promise<number> => {
  task += 1;
  version += 1;
  const data = taskHolding(statusId, task);
  await workflow.receive(buildEvent('obieg.tasks.task.changed', data, { aggregateId: task, version }));
  return task;
};
const leave = (publicTaskId: number) => {
  version += 1;
  return workflow.receive(
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
      const made = await post({ name: ` ${name} `, statusType: 'FINAL' });
      expect(made.body).toMatchObject({ name, statusType: 'FINAL' });
      expect((await workflow.lastPublished())?.data).toMatchObject({
        statuses: expect.arrayContaining([expect.objectContaining({ id: made.body.id, name })]),
      });
      expect((await put(made.body.id, { name: `${name}!`, statusType: 'INITIAL' })).body).toEqual({
        ...made.body,
        name: `${name}!`,
        statusType: 'INITIAL',
      });
      expect((await remove(made.body.id)).status).toBe(204);
      expect((await workflow.call('GET', `${path}/${made.body.id}`)).status).toBe(404);
    },
  );
});

describe('statuses of other tenants', () => {
  it('are hidden in paths', async () => {
    const [{ id }] = (await workflow.callElsewhere('GET', path)).body;
    expect((await workflow.call('GET', `${path}/${id}`)).status).toBe(404);
    expect((await put(id, { name: 'Mine', statusType: 'INITIAL' })).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });
});

describe('bad input of a status', () => {
  it.each([
    [{ name: ' ', statusType: 'FINAL' }, 'name', 'Status name is required.'],
    [{ statusType: 'FINAL' }, 'name', 'Status name is required.'],
    [{ name: 'x'.repeat(101), statusType: 'FINAL' }, 'name', 'Status name must not exceed 100 characters.'],
    [{ name: 'x' }, 'statusType', 'Status type is required.'],
    [{ name: 'x', statusType: '' }, 'statusType', 'Status type is required.'],
  ])('is refused: %j', async (body, field, message) => {
    expect((await post(body)).body).toMatchObject({ status: 422, errors: [{ field, message }] });
  });

  it('a type other than INITIAL is refused where new tasks start', async () => {
    const id = await workflow.statusNamed('Nowe');
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

describe('conflicts of a status', () => {
  it('a name that is taken, ignoring case and composition', async () => {
    for (const name of ['Nowe', ' NOWE ', 'zakoŃczone', 'Zakon\u0301czone'])
      expect((await post({ name, statusType: 'FINAL' })).body).toMatchObject({
        status: 409,
        code: 'NAME_TAKEN',
        detail: 'A status with this name already exists in your organization.',
        errors: [{ field: 'name' }],
      });
    const id = await workflow.statusNamed('W toku');
    expect((await put(id, { name: 'nowe', statusType: 'FINAL' })).status).toBe(409);
    expect((await put(id, { name: 'W TOKU', statusType: 'INTERMEDIATE' })).status).toBe(200);
    await put(id, { name: 'W toku', statusType: 'INTERMEDIATE' });
  });

  it('a deletion: transitions by name, tasks without their number', async () => {
    const id = await workflow.makeStatus('Odłożone');
    const to = await workflow.statusNamed('Zakończone');
    const transitions = [
      await workflow.makeTransition({ name: 'Stąd', fromStatusId: id, toStatusId: to }),
      await workflow.makeTransition({ name: 'Tu', fromStatusId: to, toStatusId: id }),
    ];
    const tasks = [await enter(id), await enter(id)];
    expect((await remove(id)).body).toMatchObject({
      status: 409,
      code: 'IN_USE',
      detail: 'The status cannot be deleted: transitions use it: "Stąd", "Tu"; tasks have this status.',
    });
    const polish = { 'accept-language': 'pl' };
    expect((await remove(id, polish)).body.detail).toContain('"Tu"; mają go zadania.');
    for (const transition of transitions)
      expect((await workflow.call('DELETE', `/api/status-transitions/${transition}`)).status).toBe(204);
    await leave(tasks[0] ?? 0);
    expect((await remove(id)).body.detail).toBe('The status cannot be deleted: tasks have this status.');
    for (let count = 0; count < 4; count += 1) tasks.push(await enter(id));
    expect((await remove(id)).body.detail).toBe('The status cannot be deleted: tasks have this status.');
    expect((await remove(id, polish)).body.detail).toBe('Nie można usunąć statusu: mają go zadania.');
    for (const held of tasks) await leave(held);
    expect((await remove(id)).status).toBe(204);
  });
});

describe('statuses that tasks have', () => {
  it('are recorded once per event, and ignore outdated events', async () => {
    const id = await workflow.makeStatus('Raz');
    version += 10;
    const held = buildEvent('obieg.tasks.task.changed', taskHolding(id), { aggregateId: 1, version });
    expect(await workflow.receive(held)).toBe('applied');
    expect(await workflow.receive(held)).toBe('duplicate');
    expect((await remove(id)).body.detail).toContain('tasks have this status');
    const { publicTaskId } = taskHolding(id);
    const gone = { organizationId: acme.id, publicTaskId };
    await workflow.receive(
      buildEvent('obieg.tasks.task.deleted', gone, { aggregateId: 1, version: version + 2 }),
    );
    const late = buildEvent('obieg.tasks.task.changed', taskHolding(id), {
      aggregateId: 1,
      version: version + 1,
    });
    expect(await workflow.receive(late)).toBe('outdated');
    expect((await remove(id)).status).toBe(204);
  });

  it('numbering a long name cuts no character in half', async () => {
    const name = `x${'🔁'.repeat(99)}`;
    const id = await workflow.makeStatus(name);
    expect((await remove(id)).status).toBe(204);
    const other = await workflow.makeStatus(name);
    const held = await enter(id);
    const restored = await workflow.call('GET', `${path}/${id}`);
    expect(restored.body.name).toBe(`x${'🔁'.repeat(95)} (2)`);
    await leave(held);
    for (const one of [id, other]) expect((await remove(one)).status).toBe(204);
  });

  it('a status that a task entered during its deletion is restored under a free name', async () => {
    const id = await workflow.makeStatus('Znikający');
    expect((await remove(id)).status).toBe(204);
    const other = await workflow.makeStatus('znikający');
    const held = await enter(id);
    const restored = await workflow.call('GET', `${path}/${id}`);
    expect(restored.body).toMatchObject({ id, name: 'Znikający (2)', statusType: 'INTERMEDIATE' });
    expect((await workflow.lastPublished())?.data).toMatchObject({
      statuses: expect.arrayContaining([expect.objectContaining({ id, name: 'Znikający (2)' })]),
    });
    expect((await remove(id)).body.detail).toContain('tasks have this status');
    await leave(held);
    for (const one of [id, other]) expect((await remove(one)).status).toBe(204);
  });

  it('are restored once, however often the event arrives', async () => {
    const [one, other] = [await workflow.makeStatus('Raz zapisany'), await workflow.makeStatus('Drugi')];
    const tell = (statusId: number, at: number) => {
      const data = taskHolding(statusId, 43);
      return workflow.receive(
        buildEvent('obieg.tasks.task.changed', data, { aggregateId: 43, version: version + at }),
      );
    };
    const readHeld = () =>
      withOrganization(workflow.db, acme.id, (tx) =>
        tx('task_uses').where({ public_task_id: 43 }).select('status_id', tx.raw('xmin::text as writer')),
      );
    expect(await tell(one, 1)).toBe('applied');
    const [written] = await readHeld();
    expect(await tell(one, 2)).toBe('applied');
    expect(await readHeld()).toEqual([written]);
    expect(await tell(other, 3)).toBe('applied');
    expect(await readHeld()).toMatchObject([{ status_id: other }]);
  });

  it('event first: the deletion waits and is refused', async () => {
    const id = await workflow.makeStatus('Najpierw zadanie');
    let deletion: ReturnType<typeof remove> | undefined;
    await withOrganization(workflow.db, acme.id, async (tx) => {
      await tx('task_uses').insert({ organization_id: acme.id, public_task_id: 42, status_id: id });
      await restoreUsedStatuses(tx, acme.id, [id]);
      deletion = remove(id);
      await untilLockWaits(workflow.db.knex);
    });
    expect((await deletion)?.body.detail).toBe('The status cannot be deleted: tasks have this status.');
    await leave(42);
    expect((await remove(id)).status).toBe(204);
  });

  it('deletion first: the event waits and restores the status', async () => {
    const id = await workflow.makeStatus('Najpierw usunięcie');
    let learning: Promise<number> | undefined;
    await withOrganization(workflow.db, acme.id, async (tx) => {
      await deleteStatus(tx, id);
      learning = enter(id);
      await untilLockWaits(workflow.db.knex);
    });
    const held = (await learning) ?? 0;
    expect((await workflow.call('GET', `${path}/${id}`)).body.name).toBe('Najpierw usunięcie');
    await leave(held);
    expect((await remove(id)).status).toBe(204);
  });
});
