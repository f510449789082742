import type { WorkflowScenario } from '@obieg/contracts';
import { type Database, readOrganization, type Tx } from '@obieg/service-kit';
import { changeConfiguration, checkExpectedRevision } from '../configuration/configuration.service';
import { readScenarios, scenarioQuery } from '../configuration/read-scenarios';
import { getById } from '../configuration/rows';
import type { Stored } from '../model/configuration.model';
import type { Caller } from '../requests/caller';
import { checkScenario, type ScenarioInput } from './scenario-rules';
import { saveScenario } from './scenarios.repo';

type Scenario = Stored<WorkflowScenario>;

const read = async (db: Database, organizationId: number, id?: number): Promise<Scenario[]> => {
  const [rows] = await readOrganization(db, organizationId, (knex) => [scenarioQuery(knex, id)]);
  return readScenarios(rows);
};

const listGroupIds = async (tx: Tx): Promise<ReadonlySet<number>> =>
  new Set(await tx('groups').pluck<number[]>('id'));

/** Scenarios belong to the configuration, so that revisions and exported files contain them. */
export const createScenarios = (db: Database) => ({
  list: (organizationId: number) => read(db, organizationId),

  /** @throws 404 */
  get: async (organizationId: number, id: number): Promise<Scenario> =>
    getById(await read(db, organizationId, id), id),

  /** @throws 409 NAME_TAKEN, 422 */
  create: async (caller: Caller, input: ScenarioInput): Promise<Scenario> => {
    const { after, changed } = await changeConfiguration(db, caller, async (tx, before) => {
      checkScenario(before, caller.language, await listGroupIds(tx), input);
      return saveScenario(tx, caller.organizationId, input);
    });
    return getById(after.scenarios, changed);
  },

  /** @throws 404, 412, 409 NAME_TAKEN, 422 */
  update: async (caller: Caller, id: number, input: ScenarioInput): Promise<Scenario> => {
    const { after } = await changeConfiguration(db, caller, async (tx, before) => {
      checkExpectedRevision(caller, before.scenarios, id);
      checkScenario(before, caller.language, await listGroupIds(tx), input, id);
      await saveScenario(tx, caller.organizationId, input, id);
    });
    return getById(after.scenarios, id);
  },

  /** @throws 404, 412 */
  delete: async (caller: Caller, id: number): Promise<void> => {
    await changeConfiguration(db, caller, async (tx, before) => {
      checkExpectedRevision(caller, before.scenarios, id);
      await tx('workflow_scenarios').where({ id }).delete();
    });
  },
});
export type Scenarios = ReturnType<typeof createScenarios>;
