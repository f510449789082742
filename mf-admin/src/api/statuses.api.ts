import type { SaveWorkflowStatus, WorkflowStatus } from '@obieg/contracts';
import { ownKey } from '../query-keys';
import { createEntityApi } from './entity-api';

export const {
  useList: useStatusList,
  useOne: useStatus,
  useSave: useSaveStatus,
  load: loadStatus,
  useDelete: useDeleteStatus,
} = createEntityApi<WorkflowStatus, SaveWorkflowStatus>({
  path: '/workflow-status',
  listKey: ownKey('workflow-statuses'),
  detailKey: 'workflow-status',
  // Transitions contain status names.
  dependentLists: [['status-transitions']],
});
