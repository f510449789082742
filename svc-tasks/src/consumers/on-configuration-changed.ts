import type { WorkflowConfiguration, WorkflowParameter } from '@obieg/contracts';
import { defineReaction, type Tx } from '@obieg/service-kit';
import { followWorkflow } from '../approval-rounds/follow-workflow';
import { queueRecountOfConfiguration } from '../targets/queue-recount';
import type { RetiredParameter } from '../workflow-model/configuration.repo';

const pickRetiredFields = ({
  id,
  displayName,
  parameterType,
  sortOrder,
  parameterStage,
}: WorkflowParameter): RetiredParameter => ({
  id,
  displayName,
  parameterType,
  sortOrder,
  parameterStage,
});

/** Bounds the row if a client creates and deletes questions in a loop. Organizations delete far fewer. */
const retiredMax = 500;

/** Lists the deleted questions, newest first. */
const listRetired = async (tx: Tx, { parameters }: WorkflowConfiguration): Promise<RetiredParameter[]> => {
  const row = await tx('configurations').first('configuration', 'retired_parameters');
  if (!row) return [];
  const before = row.configuration as WorkflowConfiguration;
  const retired = new Map<number, RetiredParameter>(
    [...(row.retired_parameters as RetiredParameter[]), ...before.parameters.map(pickRetiredFields)].map(
      (parameter) => [parameter.id, parameter],
    ),
  );
  for (const { id } of parameters) retired.delete(id);
  return [...retired.values()].sort((one, other) => other.id - one.id).slice(0, retiredMax);
};

/**
 * Replaces the whole configuration. Keeps deleted statuses for the tasks that have them, and the names and types of
 * deleted questions for their answers.
 */
export const onConfigurationChanged = defineReaction({
  type: 'obieg.workflow.configuration.changed',
  apply: async (tx, { data, aggregateversion }) => {
    const former = await tx('configurations').first('configuration');
    await queueRecountOfConfiguration(tx, data.organizationId, data);
    await tx('configurations')
      .insert({
        organization_id: data.organizationId,
        version: aggregateversion,
        configuration: JSON.stringify(data),
        retired_parameters: JSON.stringify(await listRetired(tx, data)),
      })
      .onConflict('organization_id')
      .merge();
    await followWorkflow(tx, former?.configuration as WorkflowConfiguration | undefined, data);
    if (data.statuses.length === 0) return;
    await tx('statuses')
      .insert(
        data.statuses.map(({ id, name, statusType }) => ({
          organization_id: data.organizationId,
          id,
          name,
          status_type: statusType,
        })),
      )
      .onConflict(['organization_id', 'id'])
      .merge();
  },
});
