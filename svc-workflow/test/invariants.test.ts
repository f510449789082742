import { conditionTypes, parameterTypes, statusTypes, type WorkflowConfiguration } from '@obieg/contracts';
import { checkConditionValue, checkValue, comparesWithValue, hasCycle } from '@obieg/workflow-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSameName } from '../src/configuration/names';
import { groupId, parameter, startWorkflow, type WorkflowService } from './workflow-service';

let workflow: WorkflowService;
beforeAll(async () => {
  workflow = await startWorkflow();
});
afterAll(() => workflow.close());

/** Deterministic pseudo-random numbers (mulberry32). */
const createDice = (seed: number) => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    chance: (share: number): boolean => next() < share,
    one: <T>(things: readonly T[]): T => things[Math.floor(next() * things.length)] as T,
  };
};
type Dice = ReturnType<typeof createDice>;

const answers = ['a', 'b', '1', '2', 'true', '2026-11-21', 'jan@example.com', 'https://example.com'];
const numbers = Array.from({ length: 14 }, (_, index) => index + 1);
const missingId = 999_999;

/** Random ids, occasionally unknown ones. */
const createIds = (dice: Dice, { parameters, statuses, transitions }: WorkflowConfiguration) => {
  const oneOf = (entities: readonly { id: number }[]) => (): number =>
    entities.length === 0 || dice.chance(0.03) ? missingId : dice.one(entities).id;
  return { parameter: oneOf(parameters), status: oneOf(statuses), transition: oneOf(transitions) };
};
type Ids = ReturnType<typeof createIds>;

/** Usually with a value if the type takes one. */
const condition = (dice: Dice) => {
  const conditionType = dice.one(conditionTypes);
  const isFitting = dice.chance(0.95) === comparesWithValue(conditionType);
  return { conditionType, ...(isFitting ? { conditionValue: dice.one(answers) } : {}) };
};
const parameterBody = (dice: Dice, ids: Ids) => ({
  ...parameter(`p${dice.one(numbers)}`),
  parameterType: dice.chance(0.8) ? dice.one(['TEXT', 'DICTIONARY']) : dice.one(parameterTypes),
  isActive: dice.chance(0.8),
  defaultValue: dice.chance(0.2) ? dice.one(answers) : null,
  dictionaryValues: answers
    .filter(() => dice.chance(0.7))
    .map((value, sortOrder) => ({ value, sortOrder, isActive: dice.chance(0.8) })),
  dependencies: dice.chance(0.6) ? [{ parentParameterId: ids.parameter(), ...condition(dice) }] : [],
});
const transitionBody = (dice: Dice, ids: Ids) => ({
  name: `t${dice.one(numbers)}`,
  fromStatusId: dice.chance(0.2) ? null : ids.status(),
  toStatusId: ids.status(),
  targetGroupId: dice.chance(0.3) ? groupId : null,
  parameterConditions: dice.chance(0.6) ? [{ parameterId: ids.parameter(), ...condition(dice) }] : [],
  requiredParameters: dice.chance(0.5)
    ? [{ parameterId: ids.parameter(), defaultValue: dice.chance(0.3) ? dice.one(answers) : null }]
    : [],
});
const statusBody = (dice: Dice) => ({ name: `s${dice.one(numbers)}`, statusType: dice.one(statusTypes) });

const throwChange = (dice: Dice, ids: Ids) => {
  const [path, id, bodyOf] = dice.one([
    ['/api/workflow-parameters', ids.parameter, parameterBody],
    ['/api/workflow-status', ids.status, statusBody],
    ['/api/status-transitions', ids.transition, transitionBody],
  ] as const);
  if (dice.chance(0.2)) return workflow.call('DELETE', `${path}/${id()}`);
  const body = bodyOf(dice, ids);
  return dice.chance(0.5) ? workflow.call('POST', path, body) : workflow.call('PUT', `${path}/${id()}`, body);
};

const checkParameters = ({ parameters }: WorkflowConfiguration): void => {
  const known = new Map(parameters.map((one) => [one.id, one]));
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
      const parent = known.get(dependency.parentParameterId);
      expect(parent && checkConditionValue(parent, dependency)).toMatchObject({ isValid: true });
    }
  }
};

const checkTransitions = ({ parameters, statuses, transitions }: WorkflowConfiguration): void => {
  const known = new Map(parameters.map((one) => [one.id, one]));
  const statusOf = (id: number) => statuses.find((one) => one.id === id);
  for (const { fromStatusId, toStatusId, parameterConditions, requiredParameters } of transitions) {
    expect(statusOf(toStatusId)).toBeDefined();
    if (fromStatusId === null) expect(statusOf(toStatusId)?.statusType).toBe('INITIAL');
    else expect(statusOf(fromStatusId)).toBeDefined();
    for (const one of parameterConditions) {
      const subject = known.get(one.parameterId);
      expect(subject && checkConditionValue(subject, one)).toMatchObject({ isValid: true });
    }
    for (const { parameterId, defaultValue } of requiredParameters) {
      const subject = known.get(parameterId);
      expect(subject).toBeDefined();
      if (subject && defaultValue !== null) expect(checkValue(subject, defaultValue).isValid).toBe(true);
    }
  }
};

const readPublished = async () => (await workflow.lastPublished())?.data as WorkflowConfiguration;

describe('random concurrent changes', () => {
  it.each([1, 2, 3])(
    'succeed or are refused clearly, and the published configuration is consistent (seed %i)',
    async (seed) => {
      const dice = createDice(seed);
      const outcomes = new Map<number, number>();
      for (let round = 0; round < 30; round += 1) {
        const ids = createIds(dice, await readPublished());
        const results = await Promise.all(Array.from({ length: 4 }, () => throwChange(dice, ids)));
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
