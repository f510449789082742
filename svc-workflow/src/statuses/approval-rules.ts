import type { FieldError, Language, SaveWorkflowStatus } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';
import type { Configuration } from '../model/configuration.model';

type ApprovalInput = NonNullable<SaveWorkflowStatus['approval']>;

const transitionErrors = (
  { transitions }: Configuration,
  language: Language,
  approval: ApprovalInput,
  statusId: number | undefined,
): FieldError[] => {
  const fields = ['approvedTransitionId', 'rejectedTransitionId'] as const;
  const errors = fields
    .filter(
      (field) =>
        statusId === undefined ||
        !transitions.some(({ id, fromStatusId }) => id === approval[field] && fromStatusId === statusId),
    )
    .map((field) => ({
      field: `approval.${field}`,
      message: translate(language, 'approvalTransitionElsewhere'),
    }));
  if (errors.length > 0 || approval.approvedTransitionId !== approval.rejectedTransitionId) return errors;
  const message = translate(language, 'approvalTransitionsEqual');
  return [{ field: 'approval.rejectedTransitionId', message }];
};

/**
 * Checks that the groups exist, and that the two transitions are different and leave this status. A new status has no
 * transitions yet. A quorum above the number of approvers is no error: it then needs all of them. @throws 422
 */
export const checkApproval = (
  before: Configuration,
  language: Language,
  groupIds: ReadonlySet<number>,
  approval: ApprovalInput,
  statusId: number | undefined,
): void => {
  const errors = [
    ...approval.approverGroupIds.flatMap((id, index) =>
      groupIds.has(id)
        ? []
        : [{ field: `approval.approverGroupIds.${index}`, message: translate(language, 'groupUnknown') }],
    ),
    ...transitionErrors(before, language, approval, statusId),
  ];
  if (errors.length > 0) throw problem.validation(errors);
};
