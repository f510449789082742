import type { SaveWorkflowScenario, StuckCounts, WorkflowCheck, WorkflowScenario } from '@obieg/contracts';
import { http, sharedKeys, usePermissions, useQuery } from '@obieg/web-kit';
import { createEntityApi } from '../api/entity-api';
import { listKeys } from '../api/list-keys';
import { fetchVersioned, ifMatch } from '../api/optimistic-concurrency';

/** Loads the findings of the saved workflow. Only workflow managers may see them. */
export const useWorkflowCheck = () => {
  const { canManageWorkflow } = usePermissions();
  return useQuery({
    queryKey: sharedKeys.workflowCheck,
    queryFn: async () => (await http.get<WorkflowCheck>('/workflow-check')).data,
    enabled: canManageWorkflow,
  });
};

/** Counts the open tasks that are offered no transition now. Only workflow managers may count them. */
export const useStuckCounts = () => {
  const { canManageWorkflow } = usePermissions();
  return useQuery({
    queryKey: sharedKeys.stuckTasks,
    queryFn: async () => (await http.get<StuckCounts>('/tasks/stuck-counts')).data,
    enabled: canManageWorkflow,
    // Tasks move all the time.
    staleTime: 0,
  });
};

const scenariosKey = listKeys.scenarios;
const scenariosPath = '/workflow-scenarios';

export const useScenarioList = () => {
  const { canManageWorkflow } = usePermissions();
  return useQuery({
    queryKey: scenariosKey,
    queryFn: async () => (await http.get<WorkflowScenario[]>(scenariosPath)).data,
    enabled: canManageWorkflow,
  });
};

const scenarioApi = createEntityApi<WorkflowScenario, SaveWorkflowScenario>({
  path: scenariosPath,
  listKey: scenariosKey,
  detailKey: 'workflow-scenario',
});

export const { useSave: useSaveScenario, useDelete: useDeleteScenario } = scenarioApi;

export type ScenarioExpectation = Pick<
  SaveWorkflowScenario,
  'expectedQuestionIds' | 'expectedStatusId' | 'expectedGroupId'
>;

/** Replaces what a scenario expects. Reads its current revision first, so that a concurrent change is not lost. */
export const useChangeExpectation = () =>
  scenarioApi.useChange(async ({ id, expectation }: { id: number; expectation: ScenarioExpectation }) => {
    const { entity, etag } = await fetchVersioned<WorkflowScenario>(`${scenariosPath}/${id}`);
    const { id: _, ...scenario } = entity;
    return http.put(`${scenariosPath}/${id}`, { ...scenario, ...expectation }, ifMatch(etag));
  });
