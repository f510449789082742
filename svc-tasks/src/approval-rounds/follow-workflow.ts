import type { WorkflowConfiguration } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { insertRounds, roundBindings } from './enter-status';

type Statuses = Pick<WorkflowConfiguration, 'statuses'>;

/**
 * Adapts open rounds to a changed workflow. Cancels those of statuses without an approval now. Tasks that have been in a
 * status before it got one get a round without news, because a change of the workflow is no news of thousands of tasks.
 */
export const followWorkflow = async (
  tx: Tx,
  before: Statuses | undefined,
  { statuses }: Statuses,
): Promise<void> => {
  const approved = statuses.flatMap(({ id, approval }) => (approval ? [{ id, approval }] : []));
  const had = new Map(before?.statuses.map(({ id, approval }) => [id, approval ?? null]));
  if (approved.length === 0 && ![...had.values()].some((approval) => approval !== null)) return;
  await tx.raw(
    `update approval_rounds set state = 'CANCELLED', ended_at = now()
      where organization_id = app_organization_id() and state = 'OPEN' and not status_id = any(:ids)`,
    { ids: approved.map(({ id }) => id) },
  );
  for (const { id, approval } of approved) {
    const bindings = roundBindings(id, approval);
    await tx.raw(
      `update approval_rounds
          set approver_group_ids = cast(:approverGroupIds as bigint[]), is_author_excluded = :isAuthorExcluded
        where organization_id = app_organization_id() and state = 'OPEN' and status_id = :statusId
          and (approver_group_ids, is_author_excluded)
              is distinct from (cast(:approverGroupIds as bigint[]), cast(:isAuthorExcluded as boolean))`,
      bindings,
    );
    if (had.get(id)) continue;
    await tx.raw(
      `${insertRounds} where t.organization_id = app_organization_id() and t.status_id = :statusId
          and t.deleted_at is null
       on conflict do nothing`,
      bindings,
    );
  }
};
