import { rollbackMigrations, runMigrations } from '@obieg/service-kit';
import { createTestDatabase } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../migrations/index';
import { republishConfigurations } from '../src/configuration/configuration.service';
import { acme, organizationEvent, startWorkflow, type WorkflowService } from './workflow-service';

let workflow: WorkflowService;
beforeAll(async () => {
  workflow = await startWorkflow();
});
afterAll(() => workflow.close());

describe('the default workflow', () => {
  it('exists for a new organization', async () => {
    const statuses = (await workflow.call('GET', '/api/workflow-status')).body;
    expect(
      statuses.map(({ name, statusType }: { name: string; statusType: string }) => [name, statusType]),
    ).toEqual([
      ['Nowe', 'INITIAL'],
      ['W toku', 'INTERMEDIATE'],
      ['Zakończone', 'FINAL'],
    ]);
    const transitions = (await workflow.call('GET', '/api/status-transitions')).body;
    expect(
      transitions.map(({ name, fromStatusName, toStatusName }: Record<string, string>) => [
        name,
        fromStatusName,
        toStatusName,
      ]),
    ).toEqual([
      ['Nowe zgłoszenie', null, 'Nowe'],
      ['Rozpocznij', 'Nowe', 'W toku'],
      ['Zakończ', 'W toku', 'Zakończone'],
      ['Wznów', 'Zakończone', 'W toku'],
    ]);
  });

  it('is created once: deleted entities stay deleted', async () => {
    const [{ id }] = (await workflow.call('GET', '/api/status-transitions')).body;
    expect((await workflow.call('DELETE', `/api/status-transitions/${id}`)).status).toBe(204);
    expect(await workflow.receive(organizationEvent(acme))).toBe('applied');
    expect((await workflow.call('GET', '/api/status-transitions')).body).toHaveLength(3);
    expect((await workflow.call('GET', '/api/workflow-status')).body).toHaveLength(3);
  });
});

describe('republish', () => {
  it('publishes each organization completely with a newer version', async () => {
    const before = await workflow.lastPublished();
    await republishConfigurations(workflow.db);
    const after = await workflow.lastPublished();
    expect(after?.aggregateversion).toBeGreaterThan(before?.aggregateversion ?? 0);
    expect(after?.data).toEqual(before?.data);
  });
});

describe('migrations', () => {
  it('run up, down, up', async () => {
    const other = await createTestDatabase(migrations);
    const options = { url: other.ownerUrl, migrations, appRole: other.appRole };
    expect(await rollbackMigrations(options)).toHaveLength(migrations.length);
    expect(await runMigrations(options)).toHaveLength(migrations.length);
    await other.close();
  });
});
