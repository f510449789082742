import { type SaveWorkflowStatus, statusTypeSchema, type WorkflowStatus } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import * as z from 'zod';
import { loadStatus, useSaveStatus, useStatus } from '../../api/statuses.api';
import type { EntityKind } from '../../workflow-entities/entity-kind';

/** Validates the form (spec 2 §5). Error messages are message keys. */
export const statusFormSchema = z.object({
  name: z.string().trim().min(1, 'status.nameRequired').max(limits.statusNameMaxLength, 'status.nameTooLong'),
  statusType: z.string().pipe(statusTypeSchema),
});

/** An unselected type is ''. */
export type StatusFormValues = z.input<typeof statusFormSchema>;

export const toFormValues = ({ name, statusType }: WorkflowStatus): StatusFormValues => ({
  name,
  statusType,
});

export const statusKind: EntityKind<WorkflowStatus, SaveWorkflowStatus> = {
  name: 'status',
  listTexts: 'statuses',
  listPath: '/workflow-statuses',
  titles: { create: 'status.new', view: 'status.view', edit: 'status.edit' },
  getLabel: ({ name }) => name,
  toDraft: (id, saved) => ({ kind: 'status', id, saved }),
  useOne: useStatus,
  useSave: useSaveStatus,
  load: loadStatus,
};
