import type { WorkflowFile, WorkflowTemplate } from '@obieg/contracts';
import { checkWorkflow } from '@obieg/workflow-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workflowTemplates } from '../src/exchange/templates';
import { createWorkflowClient, receiveGroup, type WorkflowClient } from './workflow-files';
import { acme, startWorkflowService, type WorkflowService } from './workflow-service';

let service: WorkflowService;
let client: WorkflowClient;
beforeAll(async () => {
  service = await startWorkflowService();
  client = createWorkflowClient(service.call);
});
afterAll(() => service.close());

const cases = workflowTemplates.flatMap(({ id, files }) => [
  [id, 'pl', files.pl] as const,
  [id, 'en', files.en] as const,
]);

const listGroupPaths = ({ transitions }: WorkflowFile): string[] => [
  ...new Set(
    transitions.flatMap(({ targetGroup, executorGroups }) => [
      ...(targetGroup === null ? [] : [targetGroup]),
      ...executorGroups,
    ]),
  ),
];

describe('GET /api/workflow-templates', () => {
  it('lists three workflows in both languages', async () => {
    const { body } = await service.call('GET', '/api/workflow-templates');
    expect(body.map(({ id }: WorkflowTemplate) => id)).toEqual([
      'it-helpdesk',
      'complaints-desk',
      'purchase-approval',
    ]);
    expect(body[0].files.pl).toEqual(workflowTemplates[0]?.files.pl);
  });
});

describe.each(cases)('the template %s (%s)', (_, __, file) => {
  it('passes the check without a finding, and can be imported, if its groups have members', async () => {
    const groups = listGroupPaths(file).map((path, index) => ({ id: 200 + index, path }));
    for (const { id } of groups) await receiveGroup(service, acme.id, { id, name: `G${id}` });
    const chosen = Object.fromEntries(groups.map(({ id, path }) => [path, id]));
    expect((await client.import(file, chosen)).status).toBe(200);
    const configuration = {
      organizationId: acme.id,
      parameters: (await service.call('GET', '/api/workflow-parameters')).body,
      statuses: (await service.call('GET', '/api/workflow-status')).body,
      transitions: (await service.call('GET', '/api/status-transitions')).body,
    };
    const checked = groups.map(({ id, path }) => ({ id, name: path, hasExecutors: true }));
    expect(checkWorkflow(configuration, checked)).toEqual([]);
  });

  it('can be imported without its groups', async () => {
    const chosen = Object.fromEntries(listGroupPaths(file).map((path) => [path, null]));
    const { status, body } = await client.import(file, chosen);
    expect([status, body.impact.missingGroups]).toEqual([200, listGroupPaths(file)]);
    expect(body.impact.transitions.length).toBeGreaterThan(0);
  });
});
