import type { RenamedValue, WorkflowConfiguration } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';

/** SQL: `r` is a renamed value that the open task `t` has as its answer. Needs the tenant scope. */
const fromTasksWithValue = `
  from tasks t
  join statuses s on s.organization_id = t.organization_id and s.id = t.status_id and s.status_type <> 'FINAL'
  join jsonb_to_recordset(cast(:renames as jsonb)) as r(key text, "from" text, "to" text, change jsonb)
    on t.answers ->> r.key = r."from"
 where t.deleted_at is null`;

/** Locks first, so that the update sees answers of a transition that ran meanwhile. */
const lockTasks = `select from tasks where id in (select t.id ${fromTasksWithValue}) order by id for update`;

/**
 * Each answer is renamed once, so that two values can swap their texts. The entry names no author, because no user edited
 * the task. The last update stays: the renaming is no work on the task, and would move all of them to the top of lists.
 */
const renameAnswers = `
  with renamed as (
    select t.organization_id, t.id, jsonb_object_agg(r.key, r."to") as answers,
           jsonb_agg(r.change order by r.key) as changes
      ${fromTasksWithValue}
     group by t.organization_id, t.id),
  updated as (
    update tasks t set answers = t.answers || n.answers, revision = t.revision + 1
      from renamed n where t.organization_id = n.organization_id and t.id = n.id)
  insert into change_history (organization_id, task_id, change_type, changes)
  select organization_id, id, 'EDIT', changes from renamed`;

/**
 * Renames dictionary values in the answers of open tasks, each with a history entry. Needs the tenant scope. Publishes no
 * event for a task, because no event contains answers.
 */
export const renameStoredAnswers = async (tx: Tx, renamedValues: readonly RenamedValue[]): Promise<void> => {
  const row = await tx('configurations').first('configuration');
  const parameters = (row?.configuration as WorkflowConfiguration | undefined)?.parameters ?? [];
  const renames = renamedValues.map(({ parameterId, from, to }) => {
    const parameter = parameters.find(({ id }) => id === parameterId);
    return {
      key: String(parameterId),
      from,
      to,
      change: {
        field: 'workflowParameters',
        label: parameter?.displayName ?? `#${parameterId}`,
        before: from,
        after: to,
        parameterId,
        parameterType: parameter?.parameterType,
      },
    };
  });
  const bindings = { renames: JSON.stringify(renames) };
  await tx.raw(lockTasks, bindings);
  await tx.raw(renameAnswers, bindings);
};
