import { conditionTypes, parameterTypes, statusTypes, type WorkflowConfiguration } from '@obieg/contracts';
import { checkConditionValue, checkValue, comparesWithValue, hasCycle } from '@obieg/workflow-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSameName } from '../src/model/names';
import { createRandom, type Random } from './random';
import { buildParameter, groupId, startWorkflowService, type WorkflowService } from './workflow-service';

let service: WorkflowService;
beforeAll(async () => {
  service = await startWorkflowService();
});
afterAll(() => service.close());

const answers = ['a', 'b', '1', '2', 'true', '2026-11-21', 'jan@example.com', 'https://example.com'];
const numbers = Array.from({ length: 14 }, (_, index) => index + 1);
const missingId = 999_999;

/** Picks random ids of existing entities, and occasionally an unknown id. */
const createIds = (random: Random, { parameters, statuses, transitions }: WorkflowConfiguration) => {
  const pickFrom = (entities: readonly { id: number }[]) => (): number =>
    entities.length === 0 || random.chance(0.03) ? missingId : random.pick(entities).id;
  return { parameter: pickFrom(parameters), status: pickFrom(statuses), transition: pickFrom(transitions) };
};
type Ids = ReturnType<typeof createIds>;

/** Builds a condition, which usually has a value only if its type needs one. */
const buildCondition = (random: Random) => {
  const conditionType = random.pick(conditionTypes);
  const hasValue = random.chance(0.95) === comparesWithValue(conditionType);
  return { conditionType, ...(hasValue ? { conditionValue: random.pick(answers) } : {}) };
};
const buildParameterBody = (random: Random, ids: Ids) => ({
  ...buildParameter(`p${random.pick(numbers)}`),
  parameterType: random.chance(0.8) ? random.pick(['TEXT', 'DICTIONARY']) : random.pick(parameterTypes),
  isActive: random.chance(0.8),
  defaultValue: random.chance(0.2) ? random.pick(answers) : null,
  dictionaryValues: answers
    .filter(() => random.chance(0.7))
    .map((value, sortOrder) => ({ value, sortOrder, isActive: random.chance(0.8) })),
  dependencies: random.chance(0.6) ? [{ parentParameterId: ids.parameter(), ...buildCondition(random) }] : [],
});
const buildTransitionBody = (random: Random, ids: Ids) => ({
  name: `t${random.pick(numbers)}`,
  fromStatusId: random.chance(0.2) ? null : ids.status(),
  toStatusId: ids.status(),
  targetGroupId: random.chance(0.3) ? groupId : null,
  parameterConditions: random.chance(0.6)
    ? [{ parameterId: ids.parameter(), ...buildCondition(random) }]
    : [],
  requiredParameters: random.chance(0.5)
    ? [{ parameterId: ids.parameter(), defaultValue: random.chance(0.3) ? random.pick(answers) : null }]
    : [],
});
const buildStatusBody = (random: Random) => ({
  name: `s${random.pick(numbers)}`,
  statusType: random.pick(statusTypes),
});

const sendRandomChange = (random: Random, ids: Ids) => {
  const [path, pickId, buildBody] = random.pick([
    ['/api/workflow-parameters', ids.parameter, buildParameterBody],
    ['/api/workflow-status', ids.status, buildStatusBody],
    ['/api/status-transitions', ids.transition, buildTransitionBody],
  ] as const);
  if (random.chance(0.2)) return service.call('DELETE', `${path}/${pickId()}`);
  const body = buildBody(random, ids);
  return random.chance(0.5)
    ? service.call('POST', path, body)
    : service.call('PUT', `${path}/${pickId()}`, body);
};

const checkParameters = ({ parameters }: WorkflowConfiguration): void => {
  const parametersById = new Map(parameters.map((one) => [one.id, one]));
  const edges = new Map(
    parameters.map(({ id, dependencies }) => [id, dependencies.map((one) => one.parentParameterId)]),
  );
  for (const {
    id,
    parameterName,
    parameterType,
    isActive,
    dictionaryValues,
    defaultValue,
    dependencies,
  } of parameters) {
    expect(hasCycle(edges, id)).toBe(false);
    expect(parameters.filter((one) => isSameName(one.parameterName, parameterName))).toHaveLength(1);
    if (parameterType !== 'DICTIONARY') expect(dictionaryValues).toEqual([]);
    else expect(dictionaryValues.some((one) => one.isActive || !isActive)).toBe(true);
    if (defaultValue !== null)
      expect(checkValue({ parameterType, dictionaryValues }, defaultValue).isValid).toBe(true);
    for (const dependency of dependencies) {
      const parent = parametersById.get(dependency.parentParameterId);
      expect(parent && checkConditionValue(parent, dependency)).toMatchObject({ isValid: true });
    }
  }
};

const checkTransitions = ({ parameters, statuses, transitions }: WorkflowConfiguration): void => {
  const parametersById = new Map(parameters.map((one) => [one.id, one]));
  const findStatus = (id: number) => statuses.find((one) => one.id === id);
  for (const { fromStatusId, toStatusId, parameterConditions, requiredParameters } of transitions) {
    expect(findStatus(toStatusId)).toBeDefined();
    if (fromStatusId === null) expect(findStatus(toStatusId)?.statusType).toBe('INITIAL');
    else expect(findStatus(fromStatusId)).toBeDefined();
    for (const one of parameterConditions) {
      const subject = parametersById.get(one.parameterId);
      expect(subject && checkConditionValue(subject, one)).toMatchObject({ isValid: true });
    }
    for (const { parameterId, defaultValue } of requiredParameters) {
      const subject = parametersById.get(parameterId);
      expect(subject).toBeDefined();
      if (subject && defaultValue !== null) expect(checkValue(subject, defaultValue).isValid).toBe(true);
    }
  }
};

const readPublished = async () => (await service.getLastPublished())?.data as WorkflowConfiguration;

describe('random concurrent changes', () => {
  it.each([1, 2, 3])(
    'get an expected status, and the published configuration stays consistent (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      const outcomes = new Map<number, number>();
      for (let round = 0; round < 30; round += 1) {
        const ids = createIds(random, await readPublished());
        const results = await Promise.all(Array.from({ length: 4 }, () => sendRandomChange(random, ids)));
        for (const { status } of results) outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
        const published = await readPublished();
        checkParameters(published);
        checkTransitions(published);
      }
      for (const status of outcomes.keys()) expect([200, 201, 204, 404, 409, 422]).toContain(status);
      // Every outcome must have occurred.
      for (const status of [200, 201, 204, 409, 422]) expect(outcomes.get(status) ?? 0).toBeGreaterThan(0);
    },
  );
});
