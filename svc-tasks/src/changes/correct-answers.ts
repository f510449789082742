import type { Language } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import {
  checkValue,
  type EvaluatedWorkflow,
  readAnswers,
  type SubmissionProblem,
  writeAnswers,
} from '@obieg/workflow-rules';
import { toAnswerErrors } from '../messages/answer-errors';

type Parameter = EvaluatedWorkflow['parameters'][number];

/** Checks an answer that an operator writes. Retired values of a dictionary are no answers any more. */
export const checkAnswer = (
  parameter: Parameter,
  answer: string,
  timeZone: string | undefined,
): ReturnType<typeof checkValue> => {
  const dictionaryValues = parameter.dictionaryValues.filter(({ isActive }) => isActive);
  return checkValue({ ...parameter, dictionaryValues }, answer, timeZone);
};

/**
 * Validates each changed answer on its own and returns all answers. Does not run the wizard again, because its
 * questions may have changed since the task was submitted. Unchanged answers are always valid.
 *
 * @throws 422 with one error per invalid answer
 */
export const correctAnswers = (
  { parameters, timeZone }: EvaluatedWorkflow,
  answers: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
  language: Language,
): Record<string, string> => {
  const current = readAnswers(answers);
  const values = new Map(current);
  const problems = new Map<number, SubmissionProblem>();
  for (const [id, answer] of readAnswers(given)) {
    if (current.get(id) === answer) continue;
    const parameter = parameters.find((known) => known.id === id);
    if (!parameter || !current.has(id)) {
      problems.set(id, parameter ? 'NOT_ASKED' : 'UNKNOWN_PARAMETER');
      continue;
    }
    const checked = checkAnswer(parameter, answer, timeZone);
    if (checked.isValid) values.set(id, checked.value);
    else problems.set(id, checked.problem);
  }
  if (problems.size > 0) throw problem.validation(toAnswerErrors(problems, language));
  return writeAnswers(values);
};
