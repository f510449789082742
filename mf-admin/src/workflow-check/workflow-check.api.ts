import type { SaveWorkflowScenario, WorkflowCheck, WorkflowScenario } from '@obieg/contracts';
import { http, useMutation, usePermissions, useQuery, useQueryClient } from '@obieg/web-kit';
import { deleteIfExists, fetchVersioned, ifMatch } from '../api/optimistic-concurrency';
import { refetchLists, workflowCheckKey } from '../api/query-cache';

/** Loads the findings of the saved workflow. Only workflow managers may see them. */
export const useWorkflowCheck = () => {
  const { canManageWorkflow } = usePermissions();
  return useQuery({
    queryKey: workflowCheckKey,
    queryFn: async () => (await http.get<WorkflowCheck>('/workflow-check')).data,
    enabled: canManageWorkflow,
  });
};

const scenariosKey = ['workflow-scenarios'] as const;
const scenariosPath = '/workflow-scenarios';

export const useScenarioList = () => {
  const { canManageWorkflow } = usePermissions();
  return useQuery({
    queryKey: scenariosKey,
    queryFn: async () => (await http.get<WorkflowScenario[]>(scenariosPath)).data,
    enabled: canManageWorkflow,
  });
};

const useScenarioChange = <Input, Output>(change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => refetchLists(client, scenariosKey) });
};

export const useCreateScenario = () =>
  useScenarioChange((scenario: SaveWorkflowScenario) => http.post(scenariosPath, scenario));

export type ScenarioExpectation = Pick<
  SaveWorkflowScenario,
  'expectedQuestionIds' | 'expectedStatusId' | 'expectedGroupId'
>;

/** Replaces what a scenario expects. Reads its current revision first, so that a concurrent change is not lost. */
export const useChangeExpectation = () =>
  useScenarioChange(async ({ id, expectation }: { id: number; expectation: ScenarioExpectation }) => {
    const { entity, etag } = await fetchVersioned<WorkflowScenario>(`${scenariosPath}/${id}`);
    const { id: _, ...scenario } = entity;
    return http.put(`${scenariosPath}/${id}`, { ...scenario, ...expectation }, ifMatch(etag));
  });

export const useDeleteScenario = () =>
  useScenarioChange((id: number) => deleteIfExists(`${scenariosPath}/${id}`));
