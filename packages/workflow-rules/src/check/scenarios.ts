import type { Finding, PublicParameter, WorkflowScenario } from '@obieg/contracts';
import { type EvaluatedWorkflow, readAnswers } from '../conditions';
import { type InitialPlacement, placeNewTask } from '../transitions';
import { checkSubmission, publicQuestionnaire, walkWizard } from '../wizard';
import { type Found, quoteNames, type Rule, type Text } from './findings';
import type { Model } from './model';

/** What the questionnaire does with a set of answers. */
export interface ScenarioResult {
  questionIds: number[];
  /** Whether a submission with exactly these answers is accepted. */
  isComplete: boolean;
  placement: InitialPlacement | undefined;
}

type ScenarioAnswers = Pick<WorkflowScenario, 'answers'>;

const runOnQuestions = (
  configuration: EvaluatedWorkflow,
  questions: readonly PublicParameter[],
  { answers }: ScenarioAnswers,
): ScenarioResult => {
  const given = readAnswers(answers);
  const { asked, open } = walkWizard(questions, given, configuration.timeZone);
  const { values, problems } = checkSubmission(questions, given, configuration.timeZone);
  return {
    questionIds: [...asked, ...(open ? [open] : [])].map(({ id }) => id),
    isComplete: problems.size === 0,
    placement: problems.size === 0 ? placeNewTask(configuration, values) : undefined,
  };
};

/** Runs the questionnaire and the placement with the answers of a scenario. */
export const runScenario = (configuration: EvaluatedWorkflow, scenario: ScenarioAnswers): ScenarioResult =>
  runOnQuestions(configuration, publicQuestionnaire(configuration.parameters), scenario);

const isSameList = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);

type Names = (id: number) => string;

/** Names only the questions that differ, because a long list hides them. */
const describeQuestions = (expected: readonly number[], actual: readonly number[], nameOf: Names): Text[] => {
  const [wanted, found] = [new Set(expected), new Set(actual)];
  const quote = (ids: readonly number[]): Text => quoteNames(ids.map(nameOf));
  const missing = expected.filter((id) => !found.has(id));
  const added = actual.filter((id) => !wanted.has(id));
  const [without, also] = [quote(missing), quote(added)];
  const differences = [
    ...(missing.length > 0
      ? [{ pl: `nie padają pytania ${without.pl}`, en: `not asked: ${without.en}` }]
      : []),
    ...(added.length > 0
      ? [{ pl: `dodatkowo padają pytania ${also.pl}`, en: `also asked: ${also.en}` }]
      : []),
  ];
  if (differences.length > 0 || isSameList(expected, actual)) return differences;
  const first = quote(actual.filter((id, index) => id !== expected[index]).slice(0, 1));
  return [{ pl: `inna kolejność pytań od ${first.pl}`, en: `another order of questions from ${first.en}` }];
};

const describeOutcome = (
  label: Text,
  expected: number | null,
  actual: number | null,
  nameOf: Names,
): Text | undefined => {
  if (expected === actual) return undefined;
  const name = (id: number | null): Text =>
    id === null ? { pl: 'brak', en: 'none' } : quoteNames([nameOf(id)]);
  const [wanted, found] = [name(expected), name(actual)];
  return {
    pl: `${label.pl}: oczekiwano ${wanted.pl}, jest ${found.pl}`,
    en: `${label.en}: expected ${wanted.en}, got ${found.en}`,
  };
};

const namesOf =
  (entities: Iterable<{ id: number; name: string }>): Names =>
  (id) =>
    [...entities].find((one) => one.id === id)?.name ?? `#${id}`;

/** Describes how a scenario's result differs from what it expects; empty if it does not. */
const describeDifferences = (
  configuration: EvaluatedWorkflow,
  questions: readonly PublicParameter[],
  groups: Iterable<{ id: number; name: string }>,
  scenario: WorkflowScenario,
): Text[] => {
  const { questionIds, isComplete, placement } = runOnQuestions(configuration, questions, scenario);
  const questionNames = namesOf(
    configuration.parameters.map(({ id, displayName }) => ({ id, name: displayName })),
  );
  const questionTexts = describeQuestions(scenario.expectedQuestionIds, questionIds, questionNames);
  if (!isComplete)
    return [...questionTexts, { pl: 'odpowiedzi nie zostaną przyjęte', en: 'the answers are not accepted' }];
  const outcomes = [
    describeOutcome(
      { pl: 'pierwszy status', en: 'first status' },
      scenario.expectedStatusId,
      placement?.statusId ?? null,
      namesOf(configuration.statuses),
    ),
    describeOutcome(
      { pl: 'grupa', en: 'group' },
      scenario.expectedGroupId,
      placement?.targetGroupId ?? null,
      namesOf(groups),
    ),
  ];
  return [...questionTexts, ...outcomes.filter((text) => text !== undefined)];
};

const findBroken = (
  { configuration, groups }: Model,
  questions: readonly PublicParameter[],
  scenario: WorkflowScenario,
): Found[] => {
  const differences = describeDifferences(configuration, questions, groups.values(), scenario);
  if (differences.length === 0) return [];
  const { id, name, answers } = scenario;
  const parameters = new Map(configuration.parameters.map((one) => [one.id, one.displayName]));
  const example: Finding['example'] = {
    answers: Object.entries(answers).map(([key, value]) => ({
      parameterId: Number(key),
      name: parameters.get(Number(key)) ?? `#${key}`,
      value,
    })),
    path: [],
  };
  return [
    {
      subject: { kind: 'scenario', id, name },
      message: {
        pl: `Scenariusz „${name}” daje inny wynik – ${differences.map(({ pl }) => pl).join('; ')}.`,
        en: `The scenario “${name}” has a different result – ${differences.map(({ en }) => en).join('; ')}.`,
      },
      example,
    },
  ];
};

export const scenarioBroken: Rule = {
  code: 'SCENARIO_BROKEN',
  find: (model) => {
    const { configuration, scenarios, steps } = model;
    const questions = publicQuestionnaire(configuration.parameters);
    const found: Found[] = [];
    for (const scenario of scenarios) {
      if (steps.isLate()) {
        steps.noteStop();
        break;
      }
      found.push(...findBroken(model, questions, scenario));
    }
    return found;
  },
};
