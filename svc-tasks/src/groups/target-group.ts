import type { WorkflowConfiguration } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';

type Target = Pick<WorkflowConfiguration['transitions'][number], 'targetGroupId'>;

/** The group that a transition hands a task to; null where it names none, or one that has been deleted meanwhile. */
export const findTargetGroup = async (tx: Tx, { targetGroupId }: Target): Promise<number | null> => {
  if (targetGroupId === null) return null;
  const group = await tx('groups').where({ id: targetGroupId }).whereNull('deleted_at').first('id');
  return group ? targetGroupId : null;
};
