import type {
  SaveStatusTransition,
  StatusTransition,
  WorkflowParameter,
  WorkflowScenario,
  WorkflowStatus,
} from '@obieg/contracts';
import { type DemoClient, waitFor } from './demo-client';
import type {
  DemoCondition,
  DemoOrganization,
  DemoParameter,
  DemoScenario,
  DemoStatus,
  DemoTransition,
} from './demo-model';

interface Named {
  id: number;
}

interface Ids {
  groups: ReadonlyMap<string, number>;
  statuses: Map<string, number>;
  parameters: Map<string, number>;
}

const idOf = (ids: ReadonlyMap<string, number>, name: string): number => {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo references ${name} but does not create it`);
  return id;
};

const toConditions = (ids: Ids, conditions: readonly DemoCondition[] = []) =>
  conditions.map(([parameter, conditionType, conditionValue]) => ({
    parameterId: idOf(ids.parameters, parameter),
    conditionType,
    conditionValue: conditionValue ?? null,
  }));

/** Creates an entity, or updates the one with the same name. */
const save = async (
  site: DemoClient,
  as: string,
  path: string,
  body: unknown,
  id: number | undefined,
): Promise<number> => {
  const [method, address] = id === undefined ? ['POST', path] : ['PUT', `${path}/${id}`];
  // The event of a new group may not have arrived yet.
  return (await site.call<Named>(method, address, { as, body, retryOn: [422] })).id;
};

/** The default workflow exists once the event of the new organization has arrived. */
const waitForDefaults = async (site: DemoClient, as: string): Promise<WorkflowStatus[]> =>
  waitFor(`the default workflow of ${site.address}`, async () => {
    const statuses = await site.call<WorkflowStatus[]>('GET', '/api/workflow-status', { as });
    return statuses.length > 0 ? statuses : undefined;
  });

/** Saves scenarios unless they exist. */
const seedScenarios = async (
  site: DemoClient,
  as: string,
  ids: Ids,
  scenarios: readonly DemoScenario[],
): Promise<void> => {
  const path = '/api/workflow-scenarios';
  const existing = await site.call<WorkflowScenario[]>('GET', path, { as });
  for (const { name, answers, asks, status, group } of scenarios) {
    const body = {
      name,
      answers: Object.fromEntries(
        Object.entries(answers).map(([parameter, value]) => [idOf(ids.parameters, parameter), value]),
      ),
      expectedQuestionIds: asks.map((parameter) => idOf(ids.parameters, parameter)),
      expectedStatusId: idOf(ids.statuses, status),
      expectedGroupId: group === undefined ? null : idOf(ids.groups, group),
    };
    await save(site, as, path, body, existing.find((scenario) => scenario.name === name)?.id);
  }
};

/** Saves the approvals of statuses, whose transitions exist. */
const seedApprovals = async (
  site: DemoClient,
  as: string,
  ids: Ids,
  statuses: readonly DemoStatus[],
): Promise<void> => {
  const approved = statuses.filter(({ approval }) => approval);
  if (approved.length === 0) return;
  const transitions = await site.call<StatusTransition[]>('GET', '/api/status-transitions', { as });
  const transitionOf = (name: string, fromStatusId: number): number | undefined =>
    transitions.find((one) => one.name === name && one.fromStatusId === fromStatusId)?.id;
  for (const { name, type, approval } of approved) {
    const id = idOf(ids.statuses, name);
    const body = {
      name,
      statusType: type,
      approval: approval && {
        approverGroupIds: approval.groups.map((group) => idOf(ids.groups, group)),
        quorum: approval.quorum,
        isAuthorExcluded: true,
        approvedTransitionId: transitionOf(approval.approved, id),
        rejectedTransitionId: transitionOf(approval.rejected, id),
      },
    };
    await save(site, as, '/api/workflow-status', body, id);
  }
};

/** Seeds one organization's workflow. @returns parameter ids by name */
export const seedWorkflow = async (
  site: DemoClient,
  { workflowManager: as, administrator, statuses, parameters, transitions, scenarios = [] }: DemoOrganization,
  groups: ReadonlyMap<string, number>,
): Promise<Map<string, number>> => {
  const byName = <T extends Named>(items: readonly T[], nameOf: (item: T) => string): Map<string, number> =>
    new Map(items.map((item) => [nameOf(item), item.id]));
  const ids: Ids = {
    groups,
    statuses: byName(await waitForDefaults(site, as), ({ name }) => name),
    parameters: byName(
      await site.call<WorkflowParameter[]>('GET', '/api/workflow-parameters', { as }),
      ({ parameterName }) => parameterName,
    ),
  };
  const existing = byName(
    await site.call<StatusTransition[]>('GET', '/api/status-transitions', { as }),
    ({ name }) => name,
  );

  const saveParameter = async (parameter: DemoParameter): Promise<void> => {
    const {
      name,
      question,
      description,
      type,
      stage = 'REGISTRATION',
      values = [],
      retiredValues = [],
    } = parameter;
    const body = {
      parameterName: name,
      displayName: question,
      description: description ?? null,
      parameterType: type,
      parameterStage: stage,
      sortOrder: (parameters.indexOf(parameter) + 1) * 10,
      dictionaryValues: [...values, ...retiredValues].map((value, sortOrder) => ({
        value,
        sortOrder,
        isActive: values.includes(value),
      })),
      dependencies: toConditions(ids, parameter.when).map(({ parameterId, ...condition }) => ({
        parentParameterId: parameterId,
        ...condition,
      })),
    };
    const id = await save(site, as, '/api/workflow-parameters', body, ids.parameters.get(name));
    ids.parameters.set(name, id);
  };
  const saveTransition = async (transition: DemoTransition): Promise<void> => {
    const {
      name,
      description,
      from,
      to,
      order = 0,
      isInactive = false,
      targetGroup,
      executors = [],
    } = transition;
    const body: SaveStatusTransition = {
      name,
      description: description ?? null,
      fromStatusId: from === undefined ? null : idOf(ids.statuses, from),
      toStatusId: idOf(ids.statuses, to),
      targetGroupId: targetGroup === undefined ? null : idOf(groups, targetGroup),
      priorityOrder: order,
      isActive: !isInactive,
      executorGroupIds: executors.map((group) => idOf(groups, group)),
      parameterConditions: toConditions(ids, transition.conditions),
      requiredParameters: (transition.required ?? []).map(
        ({ parameter, isOptional = false, defaultValue }) => ({
          parameterId: idOf(ids.parameters, parameter),
          isMandatory: !isOptional,
          defaultValue: defaultValue ?? null,
        }),
      ),
    };
    // By another manager, so that the history has several authors.
    await save(site, administrator, '/api/status-transitions', body, existing.get(name));
  };

  for (const { name, type } of statuses) {
    if (ids.statuses.has(name)) continue;
    const body = { name, statusType: type };
    ids.statuses.set(name, await save(site, as, '/api/workflow-status', body, undefined));
  }
  for (const parameter of parameters.slice(0, -1)) await saveParameter(parameter);
  for (const transition of transitions) await saveTransition(transition);
  await seedApprovals(site, as, ids, statuses);
  // Must be last: the first task answers it, and its acceptance proves that everything before it has arrived.
  for (const parameter of parameters.slice(-1)) await saveParameter(parameter);
  await seedScenarios(site, as, ids, scenarios);
  return ids.parameters;
};
