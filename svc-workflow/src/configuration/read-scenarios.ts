import type { WorkflowScenario } from '@obieg/contracts';
import type { Knex } from 'knex';
import type { Stored } from '../model/configuration.model';

interface ScenarioRow {
  id: number;
  name: string;
  answers: Record<string, string>;
  expected_question_ids: (number | string)[];
  expected_status_id: number;
  expected_group_id: number | null;
  revision: number;
}

/** Builds the query for all scenarios, oldest first, or for one. `readScenarios` reads the result. */
export const scenarioQuery = (knex: Knex, id?: number): Knex.QueryBuilder => {
  const scenarios = knex('workflow_scenarios').orderBy('id');
  return id === undefined ? scenarios : scenarios.where({ id });
};

export const readScenarios = (rows: unknown): Stored<WorkflowScenario>[] =>
  (rows as ScenarioRow[]).map((row) => ({
    id: row.id,
    name: row.name,
    answers: row.answers,
    expectedQuestionIds: row.expected_question_ids.map(Number),
    expectedStatusId: row.expected_status_id,
    expectedGroupId: row.expected_group_id,
    revision: row.revision,
  }));
