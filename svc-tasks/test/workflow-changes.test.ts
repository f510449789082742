import { buildEvent } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Acme, startAcme } from './acme';
import { changingWorkflow } from './changing-workflow';
import { configurationOf, status, submission } from './tasks-service';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());
const { current, restart, publish, changedTransition, as, view, run, offeredOn, isListed, begin, isUnmoved } =
  changingWorkflow(() => house);
beforeEach(restart);

describe('a configuration', () => {
  it('that comes twice or late is harmless: the newest stays in force, whole', async () => {
    const id = await house.submit();
    const version = 5_000_000;
    const eventOf = (name: string, at: number) => {
      const statuses = current().statuses.map((one) => (one.id === status.new ? { ...one, name } : one));
      const transitions = changedTransition(2, { name: `Z ${name}` });
      return buildEvent(
        'obieg.workflow.configuration.changed',
        { ...current(), statuses, transitions },
        { aggregateId: 1, version: at },
      );
    };
    const newest = eventOf('Trzecie', version + 3);
    expect(await house.tasks.receive(eventOf('Pierwsze', version + 1))).toBe('applied');
    expect(await house.tasks.receive(newest)).toBe('applied');
    expect(await house.tasks.receive(newest)).toBe('duplicate');
    expect(await house.tasks.receive(eventOf('Drugie', version + 2))).toBe('outdated');
    expect((await view(id)).statusName).toBe('Trzecie');
    expect((await offeredOn(id))[0]).toBe('Z Trzecie');
    // What is published again carries the same or a newer version and repairs.
    expect(await house.tasks.receive(eventOf('Naprawione', version + 3))).toBe('applied');
    expect((await view(id)).statusName).toBe('Naprawione');
  });

  it('without the status of a task keeps the task readable, and refuses what is not offered any more', async () => {
    const organization = await house.tasks.addOrganization(3, 'initech');
    const token = await house.tasks.addMember(organization, 30, ['MEMBER']);
    const made = await house.tasks.request('POST', '/api/tasks', { organization, token, body: submission });
    const path = `/api/tasks/${made.body.publicTaskId}`;
    const changed = configurationOf(organization.id);
    await house.tasks.tell(
      'obieg.workflow.configuration.changed',
      { ...changed, statuses: changed.statuses.slice(1), transitions: [] },
      organization.id,
    );
    expect((await house.tasks.request('GET', path, { organization, token })).body.task.statusName).toBe(
      'Nowe',
    );
    expect(
      (
        await house.tasks.request('POST', `${path}/transition`, {
          organization,
          token,
          body: { transitionId: 2 },
        })
      ).status,
    ).toBe(422);
    expect(
      (await house.tasks.request('POST', '/api/tasks', { organization, body: submission })).body,
    ).toMatchObject({ status: 409, code: 'NO_INITIAL_STATUS' });
  });

  it('of one organization changes nothing in another', async () => {
    const statuses = current().statuses.map((one) => ({ ...one, name: `${one.name} u nas` }));
    await publish({ statuses });
    const { body } = await house.callElsewhere('POST', '/api/tasks', house.tokens.foreign, {
      title: 'Ich',
      workflowParameters: { '1': 'Konto' },
    });
    const { task } = (
      await house.callElsewhere('GET', `/api/tasks/${body.publicTaskId}`, house.tokens.foreign)
    ).body;
    expect(task.statusName).toBe('Nowe');
  });
});

describe('a status that changes under a task', () => {
  it('renamed and of another type: shown so, found by its new type', async () => {
    const id = await begin();
    const change = { name: 'Robi się', statusType: 'FINAL' as const };
    await publish({
      statuses: current().statuses.map((one) => (one.id === status.inProgress ? { ...one, ...change } : one)),
    });
    expect(await view(id)).toMatchObject({ statusName: 'Robi się', statusType: 'FINAL' });
    expect(await isListed(id, '&statusTypes=FINAL')).toBe(true);
    expect(await isListed(id, '&statusTypes=INTERMEDIATE')).toBe(false);
    expect((await as('GET', `${id}/status-history`)).body.statusHistory.at(-1).statusName).toBe('W toku');
    expect((await run(id, 5, { 3: '1' })).status).toBe(200);
  });

  it('deleted: the task is listed, viewed and edited; it moves on once it has a way again', async () => {
    const id = await begin();
    const { statuses, transitions } = current();
    await publish({
      statuses: statuses.filter((one) => one.id !== status.inProgress),
      transitions: transitions.filter(({ fromStatusId, toStatusId }) =>
        [fromStatusId, toStatusId].every((one) => one !== status.inProgress),
      ),
    });
    expect(await isListed(id, '&statusTypes=INTERMEDIATE')).toBe(true);
    expect(await view(id)).toMatchObject({ statusName: 'W toku', statusType: 'INTERMEDIATE' });
    expect(await offeredOn(id)).toEqual([]);
    const refused = await run(id, 5, { 3: '1' });
    expect(refused.body).toMatchObject({ status: 422, errors: [{ field: 'transitionId' }] });
    expect((await as('PUT', String(id), { title: 'Nadal żyje' })).status).toBe(200);
    await isUnmoved(id, 'W toku');
    // svc-workflow brings back what a task turns out to hold.
    await publish({ statuses, transitions });
    expect((await run(id, 5, { 3: '1' })).body.task.statusName).toBe('Zakończone');
  });

  it('the last INITIAL one gone: submissions are refused, tasks go on', async () => {
    const id = await house.submit();
    const statuses = current().statuses.map((one) => ({ ...one, statusType: 'INTERMEDIATE' as const }));
    await publish({
      statuses,
      transitions: current().transitions.filter((one) => one.fromStatusId !== null),
    });
    const submission = { title: 'Nowe', workflowParameters: { '1': 'Konto' } };
    expect((await house.call('POST', '/api/tasks', house.tokens.member, submission)).body).toMatchObject({
      status: 409,
      code: 'NO_INITIAL_STATUS',
    });
    expect((await run(id, 2)).status).toBe(200);
  });
});
