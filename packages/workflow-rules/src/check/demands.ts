import type { PublicParameter } from '@obieg/contracts';
import { type AnswerSet, type Condition, type Domain, missing } from './domains';

/** What a parameter's answer must be, by parameter id. All of them must hold. */
export type Demands = ReadonlyMap<number, AnswerSet>;

export interface Literal {
  parameterId: number;
  set: AnswerSet;
}
/** At least one of the literals must hold. */
export type Clause = readonly Literal[];

export interface Questionnaire {
  domains: ReadonlyMap<number, Domain>;
  questions: ReadonlyMap<number, PublicParameter>;
  /** What must hold for a question to be asked, apart from "not answered". */
  requirements: ReadonlyMap<number, readonly Literal[]>;
  timeZone: string | undefined;
}

export const literalOf = ({ domains }: Pick<Questionnaire, 'domains'>, condition: Condition): Literal => ({
  parameterId: condition.parameterId,
  set: domains.get(condition.parameterId)?.setOf(condition) ?? 0n,
});

const listRequirements = (domains: Questionnaire['domains'], { dependencies }: PublicParameter): Literal[] =>
  dependencies
    .filter(({ conditionType }) => conditionType !== 'NOT_EXISTS')
    .map(({ parentParameterId, ...rest }) =>
      literalOf({ domains }, { parameterId: parentParameterId, ...rest }),
    );

/** Prepares the questions for the searches. */
export const createQuestionnaire = (
  domains: Questionnaire['domains'],
  questions: readonly PublicParameter[],
  timeZone: string | undefined,
): Questionnaire => ({
  domains,
  questions: new Map(questions.map((one) => [one.id, one])),
  requirements: new Map(questions.map((one) => [one.id, listRequirements(domains, one)])),
  timeZone,
});

/** @returns the questionnaire with another question of the same id */
export const replaceQuestion = (
  { questions, requirements, ...rest }: Questionnaire,
  question: PublicParameter,
): Questionnaire => ({
  ...rest,
  questions: new Map(questions).set(question.id, question),
  requirements: new Map(requirements).set(question.id, listRequirements(rest.domains, question)),
});

export const negate = ({ domains }: Questionnaire, { parameterId, set }: Literal): Literal => ({
  parameterId,
  set: (domains.get(parameterId)?.all ?? missing) & ~set,
});

/** Adds literals to demands. @returns undefined if no answer meets all of them */
export const restrict = (
  { domains }: Questionnaire,
  demands: Demands,
  literals: readonly Literal[],
): Demands | undefined => {
  const restricted = new Map(demands);
  for (const { parameterId, set } of literals) {
    const rest = (restricted.get(parameterId) ?? domains.get(parameterId)?.all ?? missing) & set;
    if (rest === 0n) return undefined;
    restricted.set(parameterId, rest);
  }
  return restricted;
};

/**
 * Adds what the demands imply: a question that must be answered must be asked, so its dependencies must hold. A
 * parameter outside the questionnaire has no answer. @returns undefined if the demands contradict each other
 */
export const propagate = (
  { domains, requirements }: Questionnaire,
  demands: Demands,
): Demands | undefined => {
  const implied = new Map(demands);
  const waiting = [...demands.keys()];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (((implied.get(id) ?? missing) & missing) !== 0n) continue;
    const required = requirements.get(id);
    if (!required) return undefined;
    for (const { parameterId, set } of required) {
      const before = implied.get(parameterId) ?? domains.get(parameterId)?.all ?? missing;
      const rest = before & set;
      if (rest === 0n) return undefined;
      if (rest === before) continue;
      implied.set(parameterId, rest);
      waiting.push(parameterId);
    }
  }
  return implied;
};
