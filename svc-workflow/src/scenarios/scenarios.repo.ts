import type { Tx } from '@obieg/service-kit';
import type { ScenarioInput } from './scenario-rules';

/** Inserts or updates a scenario. @returns its id */
export const saveScenario = async (
  tx: Tx,
  organizationId: number,
  input: ScenarioInput,
  ownId?: number,
): Promise<number> => {
  const columns = {
    name: input.name,
    answers: JSON.stringify(input.answers),
    expected_question_ids: input.expectedQuestionIds,
    expected_status_id: input.expectedStatusId,
    expected_group_id: input.expectedGroupId,
  };
  if (ownId === undefined) {
    const [row] = await tx('workflow_scenarios')
      .insert({ organization_id: organizationId, ...columns })
      .returning('id');
    return row.id;
  }
  await tx('workflow_scenarios')
    .where({ id: ownId })
    .update({ ...columns, revision: tx.raw('revision + 1') });
  return ownId;
};
