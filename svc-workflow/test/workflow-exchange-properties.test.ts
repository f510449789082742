import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from './random';
import { buildRandomFile } from './random-files';
import { createWorkflowClient, receiveGroup, type WorkflowClient } from './workflow-files';
import { acme, startWorkflowService, type WorkflowService } from './workflow-service';

const globexId = 2;
const filesPerSeed = 6;
/** Sized for a busy machine: a test sends about fifty requests. */
const timeoutMs = 300_000;
let service: WorkflowService;
let client: WorkflowClient;
let globex: WorkflowClient;
beforeAll(async () => {
  service = await startWorkflowService();
  client = createWorkflowClient(service.call);
  globex = createWorkflowClient(service.callGlobex);
  await receiveGroup(service, acme.id, { id: 6, name: 'Helpdesk', parentGroupId: 5 });
  await receiveGroup(service, acme.id, { id: 7, name: 'Kadry' });
  await receiveGroup(service, globexId, { id: 31, name: 'Kadry' });
  await receiveGroup(service, globexId, { id: 33, name: 'IT' });
  await receiveGroup(service, globexId, { id: 32, name: 'Helpdesk', parentGroupId: 33 });
});
afterAll(() => service.close());

describe.each([1, 2, 3, 4])('random workflows (seed %i)', { timeout: timeoutMs }, (seed) => {
  const exported = new Map<number, string>();

  it('are exported as they were imported, and give the same bytes in another organization', async () => {
    const random = createRandom(seed);
    for (let index = 0; index < filesPerSeed; index += 1) {
      const file = buildRandomFile(random);
      const { status, body } = await client.import(file);
      expect(status, JSON.stringify(body)).toBe(200);
      const text = await client.exportText();
      expect(JSON.parse(text)).toEqual(file);
      exported.set(body.revision, text);
      expect((await globex.import(JSON.parse(text))).status).toBe(200);
      expect(await globex.exportText()).toBe(text);
      expect((await client.import(JSON.parse(text))).body.changes).toEqual([]);
      expect(await client.getNewest()).toBe(body.revision);
    }
  });

  it('are restored with the export and the ids of then', async () => {
    const random = createRandom(seed);
    for (const [number, text] of random.sample([...exported])) {
      const { status, body } = await client.restore(number);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(await client.exportText()).toBe(text);
      expect(await client.compare(await client.getNewest(), number)).toEqual([]);
    }
  });
});
