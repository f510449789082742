import type { SaveWorkflowStatus, WorkflowStatus } from '@obieg/contracts';
import { createEntityApi } from './entity-api';
import { listKeys } from './list-keys';

export const {
  useList: useStatusList,
  useOne: useStatus,
  useSave: useSaveStatus,
  load: loadStatus,
  useDelete: useDeleteStatus,
} = createEntityApi<WorkflowStatus, SaveWorkflowStatus>({
  path: '/workflow-status',
  listKey: listKeys.statuses,
  detailKey: 'workflow-status',
  // Transitions contain status names.
  dependentLists: [listKeys.transitions],
});
