import type { Finding, FindingExample, WorkflowConfiguration } from '@obieg/contracts';
import { expect } from 'vitest';
import type { Answers } from '../../conditions';
import {
  checkTransitionAnswers,
  listRequiredAnswers,
  offerTransitions,
  placeNewTask,
} from '../../transitions';
import { checkSubmission, publicQuestionnaire, walkWizard } from '../../wizard';
import { fillDictionaries, listValues } from './brute-force';

type Step = FindingExample['path'][number];

const executor = { hasBasePermission: true, executorGroupIds: new Set([1, 2]) };

const readGiven = (answers: Step['answers']): Map<number, string> =>
  new Map(answers.map(({ parameterId, value }) => [parameterId, value]));

/** Answers the questions that the example leaves open with the first or the last possible value. */
const completeAnswers = (
  configuration: WorkflowConfiguration,
  given: Answers,
  pick: 0 | -1,
): { answers: Answers; asked: number[] } => {
  const questions = publicQuestionnaire(configuration.parameters);
  const answers = new Map(given);
  for (;;) {
    const { open, asked } = walkWizard(questions, answers);
    const parameter = configuration.parameters.find(({ id }) => id === open?.id);
    if (!parameter) return { answers, asked: asked.map(({ id }) => id) };
    answers.set(parameter.id, listValues(configuration, parameter).at(pick) ?? '');
  }
};

/** Runs the transition of a step with the real rules. @returns the answers after it */
const runStep = (
  configuration: WorkflowConfiguration,
  statusId: number,
  answers: Answers,
  step: Step,
): Answers => {
  const offer = offerTransitions(configuration, statusId, answers, executor).find(
    ({ transition }) => transition.id === step.transition?.id,
  );
  expect(offer, 'the transition is offered').toBeDefined();
  if (!offer) return answers;
  expect(offer.transition.toStatusId).toBe(step.status.id);
  const given = readGiven(step.answers);
  const cleared = new Set([...given].filter(([, value]) => value === '').map(([id]) => id));
  for (const { parameter, isMandatory } of listRequiredAnswers(configuration, offer.transition))
    if (isMandatory && !answers.has(parameter.id) && !given.has(parameter.id))
      given.set(parameter.id, listValues(configuration, parameter)[0] ?? '');
  for (const id of cleared) given.delete(id);
  const { values, problems } = checkTransitionAnswers(
    configuration,
    offer.transition,
    answers,
    given,
    cleared,
  );
  expect([...problems]).toEqual([]);
  return values;
};

/** Follows the path of an example. @returns the task at its end */
const followPath = (
  configuration: WorkflowConfiguration,
  { answers: given, path }: FindingExample,
  pick: 0 | -1,
) => {
  const start = completeAnswers(configuration, readGiven(given), pick);
  const { problems, values } = checkSubmission(publicQuestionnaire(configuration.parameters), start.answers);
  expect([...problems], 'the submission is accepted').toEqual([]);
  const [first, ...steps] = path;
  if (!first) return { asked: start.asked, answers: values, statusId: undefined };
  const placement = placeNewTask(configuration, values);
  expect(placement?.statusId).toBe(first.status.id);
  expect(placement?.transitionId ?? null).toBe(first.transition?.id ?? null);
  let answers = values;
  let statusId = first.status.id;
  for (const step of steps) {
    answers = runStep(configuration, statusId, answers, step);
    statusId = step.status.id;
  }
  return { asked: start.asked, answers, statusId };
};

/** Whether both decisions about the task in the status can be run without further answers. */
const canDecide = (
  configuration: WorkflowConfiguration,
  statusId: number | undefined,
  answers: ReadonlyMap<number, string>,
): boolean => {
  const approval = configuration.statuses.find(({ id }) => id === statusId)?.approval;
  if (!approval || statusId === undefined) return false;
  const offers = offerTransitions(configuration, statusId, answers, executor);
  return [approval.approvedTransitionId, approval.rejectedTransitionId].every((id) => {
    const transition = offers.find((one) => one.transition.id === id)?.transition;
    if (!transition) return false;
    const defaults = listRequiredAnswers(configuration, transition).flatMap(({ parameter, defaultValue }) =>
      defaultValue === null || answers.has(parameter.id) ? [] : [[parameter.id, defaultValue] as const],
    );
    return checkTransitionAnswers(configuration, transition, answers, new Map(defaults)).problems.size === 0;
  });
};

/** Confirms an example with the rules of this package, whatever the answers that it leaves open. */
export const replayExample = (
  given: WorkflowConfiguration,
  finding: Finding,
  example: FindingExample,
): void => {
  // Its example is the value that is rejected.
  if (finding.code === 'DEFAULT_VALUE_INVALID') return;
  const configuration = fillDictionaries(given);
  const { id } = finding.subject;
  for (const pick of [0, -1] as const) {
    const { asked, answers, statusId } = followPath(configuration, example, pick);
    const offers = statusId === undefined ? [] : offerTransitions(configuration, statusId, answers, executor);
    const isOffered = offers.some(({ transition }) => transition.id === id);
    const isStart = configuration.transitions.some((one) => one.id === id && one.fromStatusId === null);
    switch (finding.code) {
      case 'QUESTION_UNREACHABLE':
        expect(asked).not.toContain(id);
        break;
      case 'QUESTION_BEFORE_PARENT':
        expect(asked).toContain(id);
        break;
      case 'STATUS_DEAD_END':
        expect(statusId).toBe(id);
        expect(offers.filter(({ transition }) => transition.toStatusId !== statusId)).toEqual([]);
        break;
      case 'NEW_TASKS_STUCK':
        expect(statusId).toBe(id);
        expect(offers).toEqual([]);
        break;
      case 'FINAL_UNREACHABLE':
        expect(statusId).toBe(id);
        break;
      case 'TRANSITION_NEVER_OFFERED':
        expect(isOffered).toBe(false);
        break;
      case 'TRANSITION_SHADOWED': {
        const own = configuration.transitions.filter((one) => one.id === id);
        expect(placeNewTask({ ...configuration, transitions: own }, answers)?.transitionId).toBe(id);
        expect(placeNewTask(configuration, answers)?.transitionId).not.toBe(id);
        break;
      }
      case 'EXECUTORS_EMPTY':
      case 'REQUIRED_PARAMETER_INACTIVE':
        if (!isStart) expect(isOffered).toBe(true);
        break;
      case 'REQUIRED_VALUE_IMPOSSIBLE':
        if (finding.subject.kind === 'parameter') expect(asked).toContain(id);
        else if (!isStart) expect(isOffered).toBe(true);
        break;
      case 'TARGET_GROUP_EMPTY':
        expect(example.path.at(-1)?.transition?.id).toBe(id);
        break;
      case 'TARGET_NEVER_STARTS':
      case 'TARGET_NEVER_ENDS':
        if (example.path.length > 0) expect(statusId).toBe(example.path.at(-1)?.status.id);
        break;
      case 'NO_INITIAL_STATUS':
        expect(placeNewTask(configuration, answers)).toBeUndefined();
        break;
      case 'APPROVAL_WITHOUT_APPROVERS':
        expect(statusId).toBe(id);
        break;
      case 'APPROVAL_STUCK':
        expect(statusId).toBe(id);
        expect(canDecide(configuration, statusId, answers)).toBe(false);
        break;
      default:
        expect(finding.code).toBe('NO_ACTIVE_START');
    }
  }
};
