import type { Answers, RequiredParameter } from './transition-answers';

type AnswerName = `answer-${number}`;

/** What the user has typed. A field is undefined until then, so that it follows live updates of the task. */
export type AnswerFields = Record<AnswerName, string | undefined>;

/** Not the id alone: react-hook-form takes a number for the index of an array. */
export const answerName = (parameterId: number): AnswerName => `answer-${parameterId}`;

/** Returns the typed answers of the given parameters. */
export const readTyped = (
  fields: Partial<AnswerFields>,
  parameters: readonly Pick<RequiredParameter, 'parameterId'>[],
): Answers =>
  Object.fromEntries(
    parameters.flatMap(({ parameterId }) => {
      const typed = fields[answerName(parameterId)];
      return typed === undefined ? [] : [[parameterId, typed]];
    }),
  );
