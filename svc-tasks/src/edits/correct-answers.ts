import type { Language, WorkflowConfiguration } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import { checkValue, readAnswers, type SubmissionProblem, writeAnswers } from '@obieg/workflow-rules';
import { answerErrors } from '../messages/answer-errors';

/**
 * Corrects answers that the task holds, each by itself: the wizard is not walked again, since its questions may have
 * changed since the task was submitted. An answer that stays as it was is always good. 422 for what is not.
 */
export const correctAnswers = (
  { parameters }: WorkflowConfiguration,
  answers: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
  language: Language,
): Record<string, string> => {
  const held = readAnswers(answers);
  const values = new Map(held);
  const problems = new Map<number, SubmissionProblem>();
  for (const [id, answer] of readAnswers(given)) {
    if (held.get(id) === answer) continue;
    const parameter = parameters.find((known) => known.id === id);
    if (!parameter || !held.has(id)) {
      problems.set(id, parameter ? 'NOT_ASKED' : 'UNKNOWN_PARAMETER');
      continue;
    }
    const offered = parameter.dictionaryValues.filter(({ isActive }) => isActive);
    const checked = checkValue({ ...parameter, dictionaryValues: offered }, answer);
    if (checked.isValid) values.set(id, checked.value);
    else problems.set(id, checked.problem);
  }
  if (problems.size > 0) throw problem.validation(answerErrors(problems, language));
  return writeAnswers(values);
};
