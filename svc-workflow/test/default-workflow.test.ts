import { createLog, rollbackMigrations, runMigrations } from '@obieg/service-kit';
import { createTestDatabase } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../migrations/index';
import { republishConfigurations } from '../src/configuration/configuration.service';
import { acme, buildOrganizationEvent, startWorkflowService, type WorkflowService } from './workflow-service';

let service: WorkflowService;
beforeAll(async () => {
  service = await startWorkflowService();
});
afterAll(() => service.close());

describe('the default workflow', () => {
  it('exists for a new organization', async () => {
    const statuses = (await service.call('GET', '/api/workflow-status')).body;
    expect(
      statuses.map(({ name, statusType }: { name: string; statusType: string }) => [name, statusType]),
    ).toEqual([
      ['Nowe', 'INITIAL'],
      ['W toku', 'INTERMEDIATE'],
      ['Zakończone', 'FINAL'],
    ]);
    const transitions = (await service.call('GET', '/api/status-transitions')).body;
    expect(
      transitions.map(({ name, fromStatusName, toStatusName, priorityOrder }: Record<string, string>) => [
        name,
        fromStatusName,
        toStatusName,
        priorityOrder,
      ]),
    ).toEqual([
      ['Rozpocznij', 'Nowe', 'W toku', 0],
      ['Zakończ', 'W toku', 'Zakończone', 0],
      ['Wznów', 'Zakończone', 'W toku', 0],
      ['Nowe zgłoszenie', null, 'Nowe', 100],
    ]);
  });

  it('is created only once, so deleted transitions are not created again', async () => {
    const [{ id }] = (await service.call('GET', '/api/status-transitions')).body;
    expect((await service.call('DELETE', `/api/status-transitions/${id}`)).status).toBe(204);
    expect(await service.receiveMessage(buildOrganizationEvent(acme))).toBe('applied');
    expect((await service.call('GET', '/api/status-transitions')).body).toHaveLength(3);
    expect((await service.call('GET', '/api/workflow-status')).body).toHaveLength(3);
  });
});

describe('the time zone of an organization', () => {
  it('is the one of the last event that contains one', async () => {
    const zone = async () =>
      (await service.db.knex('known_organizations').where({ id: acme.id }).first('time_zone')).time_zone;
    expect(await zone()).toBe('Europe/Warsaw');
    await service.receiveMessage(buildOrganizationEvent(acme, 'Asia/Tokyo'));
    expect(await zone()).toBe('Asia/Tokyo');
    await service.receiveMessage(buildOrganizationEvent(acme));
    expect(await zone()).toBe('Asia/Tokyo');
    await service.receiveMessage(buildOrganizationEvent(acme, 'US/Pacific-New'));
    expect(await zone()).toBe('Europe/Warsaw');
  });
});

describe('republishConfigurations', () => {
  it('publishes the unchanged configuration with a newer version', async () => {
    const before = await service.getLastPublished();
    await republishConfigurations(service.db, createLog('test', 'silent'));
    const after = await service.getLastPublished();
    expect(after?.aggregateversion).toBeGreaterThan(before?.aggregateversion ?? 0);
    expect(after?.data).toEqual(before?.data);
  });
});

describe('migrations', () => {
  it('can be rolled back and run again', async () => {
    const database = await createTestDatabase(migrations);
    const options = { url: database.ownerUrl, migrations, appRole: database.appRole };
    expect(await rollbackMigrations(options)).toHaveLength(migrations.length);
    expect(await runMigrations(options)).toHaveLength(migrations.length);
    await database.close();
  });
});
