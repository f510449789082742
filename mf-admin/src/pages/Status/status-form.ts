import {
  type Approval,
  type SaveWorkflowStatus,
  statusTypeSchema,
  type WorkflowStatus,
} from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import * as z from 'zod';
import { loadStatus, useSaveStatus, useStatus } from '../../api/statuses.api';
import type { EntityKind } from '../../workflow-entities/entity-kind';

export const quorumKinds = ['ANY', 'ALL', 'NUMBER'] as const;

const nameSchema = z
  .string()
  .trim()
  .min(1, 'status.nameRequired')
  .max(limits.statusNameMaxLength, 'status.nameTooLong');
const statusTypeField = z.string().pipe(statusTypeSchema);

/** Of a new status, which no transition leaves yet. */
const newStatusSchema = z.object({ name: nameSchema, statusType: statusTypeField });

const approvalFields = {
  hasApproval: z.boolean(),
  approverGroupIds: z.array(z.number()),
  quorumKind: z.enum(quorumKinds),
  quorumNumber: z.string(),
  isAuthorExcluded: z.boolean(),
  /** An unselected transition is ''. */
  approvedTransitionId: z.string(),
  rejectedTransitionId: z.string(),
};

/** The fields of the form that have the names of the server's. */
export const approvalFieldNames = [
  'approverGroupIds',
  'approvedTransitionId',
  'rejectedTransitionId',
] as const;

type ApprovalValues = z.infer<z.ZodObject<typeof approvalFields>>;

/** Lists the fields of an approval that cannot be saved, with message keys. */
const listApprovalProblems = (values: ApprovalValues): [keyof ApprovalValues, string][] => {
  const { approverGroupIds, quorumKind, quorumNumber, approvedTransitionId, rejectedTransitionId } = values;
  const number = Number(quorumNumber);
  return [
    ...(approverGroupIds.length === 0
      ? ([['approverGroupIds', 'status.approval.groupsRequired']] as const)
      : []),
    ...(quorumKind === 'NUMBER' && !(Number.isInteger(number) && number >= 1 && number <= 1_000)
      ? ([['quorumNumber', 'status.approval.numberRequired']] as const)
      : []),
    ...(approvedTransitionId === ''
      ? ([['approvedTransitionId', 'status.approval.transitionRequired']] as const)
      : []),
    ...(rejectedTransitionId === ''
      ? ([['rejectedTransitionId', 'status.approval.transitionRequired']] as const)
      : []),
    ...(rejectedTransitionId !== '' && rejectedTransitionId === approvedTransitionId
      ? ([['rejectedTransitionId', 'status.approval.transitionsEqual']] as const)
      : []),
  ].map(([field, message]) => [field, message]);
};

const toQuorum = ({ quorumKind, quorumNumber }: ApprovalValues): Approval['quorum'] =>
  quorumKind === 'NUMBER' ? Number(quorumNumber) : quorumKind;

/** Validates the form (spec 2 §5). Error messages are message keys. */
export const statusFormSchema = z
  .object({ name: nameSchema, statusType: statusTypeField, ...approvalFields })
  .superRefine((values, context) => {
    if (!values.hasApproval) return;
    for (const [field, message] of listApprovalProblems(values))
      context.addIssue({ code: 'custom', path: [field], message });
  })
  .transform(
    ({ name, statusType, hasApproval, ...values }): SaveWorkflowStatus => ({
      name,
      statusType,
      approval: hasApproval
        ? {
            approverGroupIds: values.approverGroupIds,
            quorum: toQuorum({ hasApproval, ...values }),
            isAuthorExcluded: values.isAuthorExcluded,
            approvedTransitionId: Number(values.approvedTransitionId),
            rejectedTransitionId: Number(values.rejectedTransitionId),
          }
        : null,
    }),
  );

/** A new status has no approval, because no transition leaves it. */
export const newStatusFormSchema = newStatusSchema
  .extend(approvalFields)
  .transform(({ name, statusType }): SaveWorkflowStatus => ({ name, statusType }));

/** An unselected type is ''. */
export type StatusFormValues = z.input<typeof statusFormSchema>;

const idText = (id: number | undefined): string => (id === undefined ? '' : String(id));

export const toFormValues = ({
  name,
  statusType,
  approval,
}: Pick<WorkflowStatus, 'name' | 'approval'> & { statusType: string }): StatusFormValues => ({
  name,
  statusType,
  hasApproval: Boolean(approval),
  approverGroupIds: approval?.approverGroupIds ?? [],
  quorumKind: typeof approval?.quorum === 'number' ? 'NUMBER' : (approval?.quorum ?? 'ANY'),
  quorumNumber: typeof approval?.quorum === 'number' ? String(approval.quorum) : '2',
  isAuthorExcluded: approval?.isAuthorExcluded ?? true,
  approvedTransitionId: idText(approval?.approvedTransitionId),
  rejectedTransitionId: idText(approval?.rejectedTransitionId),
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
