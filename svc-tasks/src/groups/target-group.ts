import type { WorkflowConfiguration } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';

type Target = Pick<WorkflowConfiguration['transitions'][number], 'targetGroupId'>;

/** Returns the group that receives the task. Null if the transition has no target group or it was deleted. */
export const findTargetGroup = async (tx: Tx, { targetGroupId }: Target): Promise<number | null> => {
  if (targetGroupId === null) return null;
  const group = await tx('groups').where({ id: targetGroupId }).whereNull('deleted_at').first('id');
  return group ? targetGroupId : null;
};
