import { isKnownValue, type PublicParameter, shownStages, type WorkflowParameter } from '@obieg/contracts';
import { type Answers, comparisonOf, isConditionMet } from './conditions';
import { checkValue, findDefault, type ValueProblem } from './values';

/** The parts of a question that the wizard needs. */
export type Question = Pick<PublicParameter, 'id' | 'sortOrder' | 'parameterType' | 'dictionaryValues'> & {
  dependencies: readonly Pick<
    PublicParameter['dependencies'][number],
    'parentParameterId' | 'conditionType' | 'conditionValue'
  >[];
};

export type SubmissionProblem = ValueProblem | 'UNKNOWN_PARAMETER' | 'NOT_ASKED' | 'MISSING';

/** Sorts questions as their numbers say. */
export const inOrder = <Q extends Pick<Question, 'id' | 'sortOrder'>>(questions: readonly Q[]): Q[] =>
  [...questions].sort((one, other) => one.sortOrder - other.sortOrder || one.id - other.id);

/** The questionnaire during a walk. */
export interface Walk<Q extends Question> {
  /** Returns the first unanswered question whose dependencies are met (spec 3 §4). */
  findNext(): Q | undefined;
  /** Makes a valid answer visible to conditions. */
  reveal(id: number, value: string): void;
  /** Takes a revealed answer back. */
  hide(id: number): void;
}

interface Dependent {
  question: number;
  isMet(answers: Answers): boolean;
}

/**
 * Creates a walk without answers. It counts the unmet dependencies of each question and evaluates only those on the
 * answer that changes, so that a whole walk evaluates each dependency twice.
 */
export const createWalk = <Q extends Question>(questions: readonly Q[], timeZone?: string): Walk<Q> => {
  const ordered = inOrder(questions);
  const isSame = comparisonOf(questions, timeZone);
  const answers = new Map<number, string>();
  const unmet = ordered.map(() => 0);
  const dependents = new Map<number, Dependent[]>();
  ordered.forEach(({ dependencies }, question) => {
    for (const dependency of dependencies) {
      const { parentParameterId } = dependency;
      const isMet = (given: Answers): boolean => isConditionMet(dependency, given, parentParameterId, isSame);
      if (!isMet(answers)) unmet[question] = (unmet[question] ?? 0) + 1;
      const others = dependents.get(parentParameterId);
      if (others) others.push({ question, isMet });
      else dependents.set(parentParameterId, [{ question, isMet }]);
    }
  });
  const change = (id: number, apply: () => void): void => {
    const affected = dependents.get(id) ?? [];
    for (const { question, isMet } of affected)
      if (!isMet(answers)) unmet[question] = (unmet[question] ?? 0) - 1;
    apply();
    for (const { question, isMet } of affected)
      if (!isMet(answers)) unmet[question] = (unmet[question] ?? 0) + 1;
  };
  return {
    findNext: () => ordered.find(({ id }, index) => unmet[index] === 0 && !answers.has(id)),
    reveal: (id, value) => change(id, () => answers.set(id, value)),
    hide: (id) => change(id, () => answers.delete(id)),
  };
};

/**
 * Walks the wizard with the given answers. Each answer becomes visible to conditions when its question is asked, in
 * its stored form. The walk stops at the first question without a valid answer. Browser and server run the same walk.
 * A question that was open when asked counts even if a later answer would have closed it.
 *
 * @param timeZone of the organization, here and below
 */
export const walkWizard = <Q extends Question>(
  questions: readonly Q[],
  given: Answers,
  timeZone?: string,
): { asked: Q[]; open: Q | undefined } => {
  const walk = createWalk(questions, timeZone);
  const asked: Q[] = [];
  for (;;) {
    const question = walk.findNext();
    if (!question) return { asked, open: undefined };
    const checked = checkValue(question, given.get(question.id) ?? '', timeZone);
    if (!checked.isValid) return { asked, open: question };
    walk.reveal(question.id, checked.value);
    asked.push(question);
  }
};

/**
 * Checks a submission by walking the wizard. Rejects unknown parameters, questions that are not asked, missing
 * answers and invalid values. @returns the values to store, or the problems by parameter id
 */
export const checkSubmission = (
  questions: readonly Question[],
  given: Answers,
  timeZone?: string,
): { values: Answers; problems: ReadonlyMap<number, SubmissionProblem> } => {
  const problems = new Map<number, SubmissionProblem>();
  const values = new Map<number, string>();
  const known = new Map(questions.map((question) => [question.id, question]));
  for (const [id, answer] of given) {
    const question = known.get(id);
    if (!question) {
      problems.set(id, 'UNKNOWN_PARAMETER');
      continue;
    }
    const checked = checkValue(question, answer, timeZone);
    if (checked.isValid) values.set(id, checked.value);
    else problems.set(id, checked.problem);
  }
  const { asked, open } = walkWizard(questions, values, timeZone);
  if (open && !problems.has(open.id)) problems.set(open.id, 'MISSING');
  const askedIds = new Set(asked.map(({ id }) => id));
  if (!open) {
    for (const id of values.keys()) if (!askedIds.has(id)) problems.set(id, 'NOT_ASKED');
  }
  return { values, problems };
};

/**
 * Returns the public questionnaire: active parameters of stage REGISTRATION or ALWAYS with active dictionary values
 * and valid default values, in order.
 */
export const publicQuestionnaire = (parameters: readonly WorkflowParameter[]): PublicParameter[] => {
  const names = new Map(parameters.map(({ id, parameterName }) => [id, parameterName]));
  return inOrder(
    parameters
      .filter(({ isActive, parameterStage }) => isActive && isKnownValue(shownStages, parameterStage))
      .map(
        ({
          id,
          parameterName,
          displayName,
          description,
          parameterType,
          sortOrder,
          dictionaryValues,
          defaultValue,
          dependencies,
        }) => ({
          id,
          parameterName,
          displayName,
          description,
          parameterType,
          sortOrder,
          dictionaryValues: [...dictionaryValues]
            .filter(({ isActive }) => isActive)
            .sort((one, other) => one.sortOrder - other.sortOrder || one.id - other.id)
            .map(({ value }) => ({ value })),
          defaultValue: findDefault({ parameterType, dictionaryValues }, [defaultValue]) ?? null,
          dependencies: dependencies.map(({ parentParameterId, conditionType, conditionValue }) => ({
            parentParameterId,
            parentParameterName: names.get(parentParameterId) ?? '',
            conditionType,
            conditionValue,
          })),
        }),
      ),
  );
};
