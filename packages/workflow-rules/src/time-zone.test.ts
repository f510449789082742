import { describe, expect, it } from 'vitest';
import { checkWorkflow } from './check/check-workflow';
import { runScenario } from './check/scenarios';
import { checkConditionValue } from './condition-values';
import { checkTransitionAnswers, listRequiredAnswers, offerTransitions, placeNewTask } from './transitions';
import { buildParameter, statusOf, transitionOf } from './vectors.builders';
import { checkSubmission, walkWizard } from './wizard';

/** Equal instants in Warsaw, and not in Tokyo. */
const [local, universal] = ['2026-07-01T12:00', '2026-07-01T10:00Z'];
/** On 29 March 2026, the clocks of Warsaw go from 02:00 to 03:00. */
const skipped = '2026-03-29T02:30';

const deadline = buildParameter(1, { parameterType: 'DATETIME' });
const conditions = [{ id: 1, parameterId: 1, conditionType: 'EQUALS' as const, conditionValue: universal }];
const requiring = transitionOf(2, 1, 2, {
  parameterConditions: conditions,
  requiredParameters: [{ id: 1, parameterId: 1, isMandatory: true, defaultValue: skipped }],
});
const workflowIn = (timeZone: string) => ({
  organizationId: 1,
  timeZone,
  parameters: [deadline],
  statuses: [statusOf(1, 'INITIAL'), statusOf(2, 'FINAL')],
  transitions: [transitionOf(1, null, 1, { parameterConditions: conditions }), requiring],
});
const [warsaw, tokyo] = [workflowIn('Europe/Warsaw'), workflowIn('Asia/Tokyo')];
const answers = new Map([[1, local]]);
const member = { hasBasePermission: true, executorGroupIds: new Set<number>() };

describe('the time zone of a workflow', () => {
  it('decides which instants the conditions of a new task compare', () => {
    expect(placeNewTask(warsaw, answers)?.transitionId).toBe(1);
    expect(placeNewTask(tokyo, answers)?.transitionId).toBeNull();
  });

  it('decides which instants the conditions of an offered transition compare', () => {
    expect(offerTransitions(warsaw, 1, answers, member)).toHaveLength(1);
    expect(offerTransitions(tokyo, 1, answers, member)).toEqual([]);
  });

  it('decides which times are skipped: answers and default values of a transition', () => {
    const given = new Map([[1, skipped]]);
    expect([...checkTransitionAnswers(warsaw, requiring, new Map(), given).problems]).toEqual([
      [1, 'SKIPPED_TIME'],
    ]);
    expect(checkTransitionAnswers(tokyo, requiring, new Map(), given).problems.size).toBe(0);
    expect(listRequiredAnswers(warsaw, requiring)[0]?.defaultValue).toBeNull();
    expect(listRequiredAnswers(tokyo, requiring)[0]?.defaultValue).toBe(skipped);
  });

  it('decides which times are skipped: conditions and submissions', () => {
    const condition = { conditionType: 'EQUALS' as const, conditionValue: skipped };
    expect(checkConditionValue(deadline, condition, 'Europe/Warsaw')).toEqual({
      isValid: false,
      problem: 'SKIPPED_TIME',
    });
    expect(checkConditionValue(deadline, condition, 'Asia/Tokyo').isValid).toBe(true);
    const given = new Map([[1, skipped]]);
    expect(walkWizard([deadline], given, 'Europe/Warsaw').open?.id).toBe(1);
    expect([...checkSubmission([deadline], given, 'Europe/Warsaw').problems]).toEqual([[1, 'SKIPPED_TIME']]);
    expect(checkSubmission([deadline], given, 'Asia/Tokyo').problems.size).toBe(0);
  });

  it('decides which times a scenario may answer with', () => {
    const scenario = { answers: { 1: skipped } };
    expect(runScenario(warsaw, scenario)).toMatchObject({ questionIds: [1], isComplete: false });
    expect(runScenario(tokyo, scenario)).toMatchObject({ questionIds: [1], isComplete: true });
  });

  it('decides which questions a scenario asks', () => {
    const dependent = buildParameter(2, {
      dependencies: [{ id: 1, parentParameterId: 1, conditionType: 'EQUALS', conditionValue: universal }],
    });
    const ask = (workflow: typeof warsaw) =>
      runScenario({ ...workflow, parameters: [deadline, dependent] }, { answers: { 1: local } }).questionIds;
    expect(ask(warsaw)).toEqual([1, 2]);
    expect(ask(tokyo)).toEqual([1]);
  });

  it('decides which default values the check reports', () => {
    const codesIn = (workflow: typeof warsaw) => checkWorkflow(workflow, []).map(({ code }) => code);
    expect(codesIn(warsaw)).toContain('DEFAULT_VALUE_INVALID');
    expect(codesIn(tokyo)).not.toContain('DEFAULT_VALUE_INVALID');
  });
});
