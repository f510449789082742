import { buildEvent } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from './fixture';
import { buildConfiguration, statusIds, submission } from './tasks-service';
import { createWorkflowEditor } from './workflow-editor';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());
const {
  getConfiguration,
  reset,
  publish,
  withChangedTransition,
  callAsOperator,
  getTask,
  run,
  listTransitionNames,
  isListed,
  submitInProgress,
  expectStatus,
} = createWorkflowEditor(() => fixture);
beforeEach(reset);

describe('the event obieg.workflow.configuration.changed', () => {
  it('is ignored when it is a duplicate or outdated', async () => {
    const id = await fixture.submit();
    const baseVersion = 5_000_000;
    const buildConfigurationEvent = (name: string, version: number) => {
      const statuses = getConfiguration().statuses.map((one) =>
        one.id === statusIds.new ? { ...one, name } : one,
      );
      const transitions = withChangedTransition(2, { name: `Z ${name}` });
      return buildEvent(
        'obieg.workflow.configuration.changed',
        { ...getConfiguration(), statuses, transitions },
        { aggregateId: 1, version },
      );
    };
    const newest = buildConfigurationEvent('Trzecie', baseVersion + 3);
    expect(await fixture.service.receiveMessage(buildConfigurationEvent('Pierwsze', baseVersion + 1))).toBe(
      'applied',
    );
    expect(await fixture.service.receiveMessage(newest)).toBe('applied');
    expect(await fixture.service.receiveMessage(newest)).toBe('duplicate');
    expect(await fixture.service.receiveMessage(buildConfigurationEvent('Drugie', baseVersion + 2))).toBe(
      'outdated',
    );
    expect((await getTask(id)).statusName).toBe('Trzecie');
    expect((await listTransitionNames(id))[0]).toBe('Z Trzecie');
    // A republished event has the same or a newer version, and repairs the read model.
    expect(await fixture.service.receiveMessage(buildConfigurationEvent('Naprawione', baseVersion + 3))).toBe(
      'applied',
    );
    expect((await getTask(id)).statusName).toBe('Naprawione');
  });

  it('without the status of a task keeps the task readable and removes its transitions', async () => {
    const organization = await fixture.service.addOrganization(3, 'initech');
    const token = await fixture.service.addMember(organization, 30, ['MEMBER']);
    const submitted = await fixture.service.request('POST', '/api/tasks', {
      organization,
      token,
      body: submission,
    });
    const path = `/api/tasks/${submitted.body.publicTaskId}`;
    const changed = buildConfiguration(organization.id);
    await fixture.service.applyEvent(
      'obieg.workflow.configuration.changed',
      { ...changed, statuses: changed.statuses.slice(1), transitions: [] },
      organization.id,
    );
    expect((await fixture.service.request('GET', path, { organization, token })).body.task.statusName).toBe(
      'Nowe',
    );
    expect(
      (
        await fixture.service.request('POST', `${path}/transition`, {
          organization,
          token,
          body: { transitionId: 2 },
        })
      ).status,
    ).toBe(422);
    expect(
      (await fixture.service.request('POST', '/api/tasks', { organization, body: submission })).body,
    ).toMatchObject({ status: 409, code: 'NO_INITIAL_STATUS' });
  });

  it('affects only its own organization', async () => {
    const statuses = getConfiguration().statuses.map((one) => ({ ...one, name: `${one.name} u nas` }));
    await publish({ statuses });
    const { body } = await fixture.callGlobex('POST', '/api/tasks', fixture.tokens.globexAdmin, {
      title: 'Ich',
      workflowParameters: { '1': 'Konto' },
    });
    const { task } = (
      await fixture.callGlobex('GET', `/api/tasks/${body.publicTaskId}`, fixture.tokens.globexAdmin)
    ).body;
    expect(task.statusName).toBe('Nowe');
  });
});

describe('a task when the configuration of its status changes', () => {
  it('shows the new name and is listed by the new type', async () => {
    const id = await submitInProgress();
    const change = { name: 'Robi się', statusType: 'FINAL' as const };
    await publish({
      statuses: getConfiguration().statuses.map((one) =>
        one.id === statusIds.inProgress ? { ...one, ...change } : one,
      ),
    });
    expect(await getTask(id)).toMatchObject({ statusName: 'Robi się', statusType: 'FINAL' });
    expect(await isListed(id, '&statusTypes=FINAL')).toBe(true);
    expect(await isListed(id, '&statusTypes=INTERMEDIATE')).toBe(false);
    expect((await callAsOperator('GET', `${id}/status-history`)).body.statusHistory.at(-1).statusName).toBe(
      'W toku',
    );
    expect((await run(id, 5, { 3: '1' })).status).toBe(200);
  });

  it('is listed, viewed and edited while its status is deleted, and can move after the status is restored', async () => {
    const id = await submitInProgress();
    const { statuses, transitions } = getConfiguration();
    await publish({
      statuses: statuses.filter((one) => one.id !== statusIds.inProgress),
      transitions: transitions.filter(({ fromStatusId, toStatusId }) =>
        [fromStatusId, toStatusId].every((one) => one !== statusIds.inProgress),
      ),
    });
    expect(await isListed(id, '&statusTypes=INTERMEDIATE')).toBe(true);
    expect(await getTask(id)).toMatchObject({ statusName: 'W toku', statusType: 'INTERMEDIATE' });
    expect(await listTransitionNames(id)).toEqual([]);
    const rejected = await run(id, 5, { 3: '1' });
    expect(rejected.body).toMatchObject({ status: 422, errors: [{ field: 'transitionId' }] });
    expect((await callAsOperator('PUT', String(id), { title: 'Nadal żyje' })).status).toBe(200);
    await expectStatus(id, 'W toku');
    // svc-workflow restores a deleted status that a task has.
    await publish({ statuses, transitions });
    expect((await run(id, 5, { 3: '1' })).body.task.statusName).toBe('Zakończone');
  });

  it('can move while no INITIAL status exists, but submissions get 409', async () => {
    const id = await fixture.submit();
    const statuses = getConfiguration().statuses.map((one) => ({
      ...one,
      statusType: 'INTERMEDIATE' as const,
    }));
    await publish({
      statuses,
      transitions: getConfiguration().transitions.filter((one) => one.fromStatusId !== null),
    });
    const submission = { title: 'Nowe', workflowParameters: { '1': 'Konto' } };
    expect((await fixture.call('POST', '/api/tasks', fixture.tokens.member, submission)).body).toMatchObject({
      status: 409,
      code: 'NO_INITIAL_STATUS',
    });
    expect((await run(id, 2)).status).toBe(200);
  });
});
