import type { WorkflowConfiguration, WorkflowParameter } from '@obieg/contracts';
import { defineReaction, type Tx } from '@obieg/service-kit';
import type { RetiredParameter } from '../configuration/configuration.repo';

const nameOnly = ({ id, displayName, parameterType, sortOrder }: WorkflowParameter): RetiredParameter => ({
  id,
  displayName,
  parameterType,
  sortOrder,
});

/** Far more than an organization retires in its life: what asks and retires all day long must not grow for ever. */
const retiredMax = 500;

/** The questions that were there and are not any more, the newest of them. */
const listRetired = async (tx: Tx, { parameters }: WorkflowConfiguration): Promise<RetiredParameter[]> => {
  const held = await tx('configurations').first('configuration', 'retired_parameters');
  if (!held) return [];
  const before = held.configuration as WorkflowConfiguration;
  const retired = new Map<number, RetiredParameter>(
    [...(held.retired_parameters as RetiredParameter[]), ...before.parameters.map(nameOnly)].map(
      (parameter) => [parameter.id, parameter],
    ),
  );
  for (const { id } of parameters) retired.delete(id);
  return [...retired.values()].sort((one, other) => other.id - one.id).slice(0, retiredMax);
};

/**
 * Takes over the whole configuration at once. Statuses that are gone stay for the tasks that hold them, questions for
 * the answers that were given to them.
 */
export const onConfigurationChanged = defineReaction({
  type: 'obieg.workflow.configuration.changed',
  apply: async (tx, { data, aggregateversion }) => {
    await tx('configurations')
      .insert({
        organization_id: data.organizationId,
        version: aggregateversion,
        configuration: JSON.stringify(data),
        retired_parameters: JSON.stringify(await listRetired(tx, data)),
      })
      .onConflict('organization_id')
      .merge();
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
