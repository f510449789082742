import type { WorkflowFile } from '@obieg/contracts';
import { buildEvent } from '@obieg/service-kit/testing';
import type { WorkflowService } from './workflow-service';

/** Builds a parameter of a file. */
export const buildFileParameter = (
  parameterName: string,
  more: Partial<WorkflowFile['parameters'][number]> = {},
): WorkflowFile['parameters'][number] => ({
  parameterName,
  displayName: parameterName,
  description: null,
  parameterType: 'TEXT',
  parameterStage: 'REGISTRATION',
  isActive: true,
  defaultValue: null,
  dictionaryValues: [],
  dependencies: [],
  ...more,
});

/** Builds a transition of a file. */
export const buildFileTransition = (
  name: string,
  fromStatus: string | null,
  toStatus: string,
  more: Partial<WorkflowFile['transitions'][number]> = {},
): WorkflowFile['transitions'][number] => ({
  name,
  description: null,
  fromStatus,
  toStatus,
  targetGroup: null,
  priorityOrder: 0,
  isActive: true,
  executorGroups: [],
  parameterConditions: [],
  requiredParameters: [],
  ...more,
});

/** Builds a small workflow that the check finds no fault with. */
export const buildFile = (more: Partial<WorkflowFile> = {}): WorkflowFile => ({
  format: 'obieg-workflow/2',
  parameters: [],
  statuses: [
    { name: 'Nowe', statusType: 'INITIAL' },
    { name: 'Gotowe', statusType: 'FINAL' },
  ],
  transitions: [buildFileTransition('Start', null, 'Nowe'), buildFileTransition('Koniec', 'Nowe', 'Gotowe')],
  scenarios: [],
  calendars: [],
  targets: [],
  ...more,
});

/** Sends requests for one organization. */
export const createWorkflowClient = (send: WorkflowService['call'] | WorkflowService['callGlobex']) => {
  const getNewest = async (): Promise<number> =>
    (await send('GET', '/api/workflow-revisions?limit=1')).body.revisions[0]?.number ?? 0;
  return {
    send,
    getNewest,
    /** Returns the exported text. */
    exportText: async (): Promise<string> => {
      const { text } = await send('GET', '/api/workflow-configuration/export');
      return Buffer.from(text, 'latin1').toString();
    },
    preview: (file: unknown, groups: object = {}) =>
      send('POST', '/api/workflow-configuration/import?dryRun=true', { file, groups }),
    /** Imports a file on top of the newest revision. */
    import: async (file: unknown, groups: object = {}) =>
      send('POST', '/api/workflow-configuration/import', { baseRevision: await getNewest(), file, groups }),
    restore: async (number: number) =>
      send('POST', `/api/workflow-revisions/${number}/restore`, { baseRevision: await getNewest() }),
    previewRestore: (number: number) =>
      send('POST', `/api/workflow-revisions/${number}/restore?dryRun=true`, {}),
    compare: async (number: number, against: number) =>
      (await send('GET', `/api/workflow-revisions/${number}/diff?against=${against}`)).body.changes,
  };
};
export type WorkflowClient = ReturnType<typeof createWorkflowClient>;

/** Applies the event of a changed group. */
export const receiveGroup = (
  { receiveMessage }: Pick<WorkflowService, 'receiveMessage'>,
  organizationId: number,
  { id, name, parentGroupId = null }: { id: number; name: string; parentGroupId?: number | null },
) =>
  receiveMessage(
    buildEvent(
      'obieg.identity.group.changed',
      { organizationId, id, name, description: null, parentGroupId },
      { aggregateId: id },
    ),
  );
