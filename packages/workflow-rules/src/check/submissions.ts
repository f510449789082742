import type { PublicParameter } from '@obieg/contracts';
import type { Answers } from '../conditions';
import { type Clause, type Demands, propagate, type Questionnaire, restrict } from './demands';
import { type AnswerSet, missing } from './domains';
import type { SearchResult } from './search-result';
import type { Steps } from './steps';
import { addAll, createAncestors, distinctValues, walkQuestionnaire } from './walk-questionnaire';

/** Finds answers to the questionnaire. A result contains only the answers that matter. */
export interface Submissions {
  /** Finds a submission that meets all demands and clauses. */
  find(demands: Demands, clauses?: readonly Clause[]): SearchResult<Answers>;
  /** Finds a submission in which a question is asked. */
  findAsking(id: number): SearchResult<Answers>;
}

/**
 * Creates the search. It reasons about dependencies first. Only where a demand depends on a question that is NOT
 * asked, it walks the questionnaire with the wizard's own rule.
 */
export const createSubmissions = (questionnaire: Questionnaire, steps: Steps): Submissions => {
  const { questions, domains } = questionnaire;
  const ancestorsOf = createAncestors(questionnaire);

  const listRelevant = (demands: Demands): PublicParameter[] => {
    const ids = new Set<number>();
    // The ancestors of a listed question are listed, too.
    for (const id of demands.keys()) if (!ids.has(id)) addAll(ids, ancestorsOf(id));
    return [...ids].flatMap((id) => questions.get(id) ?? []);
  };

  /** Whether a question must not be asked, or depends on one that is not asked, or on itself. */
  const needsWalk = (demands: Demands, { id, dependencies }: PublicParameter): boolean =>
    ((demands.get(id) ?? 0n) & missing) !== 0n ||
    dependencies.some(
      ({ conditionType, parentParameterId }) =>
        conditionType === 'NOT_EXISTS' || ancestorsOf(parentParameterId).has(id),
    );

  /** Finds answers for demands without clauses. */
  const answer = (demands: Demands): Answers | undefined => {
    const relevant = listRelevant(demands);
    if (relevant.some((question) => needsWalk(demands, question)))
      return walkQuestionnaire({ questionnaire, ancestorsOf, steps }, demands, relevant);
    return new Map(
      relevant.flatMap(({ id }) =>
        distinctValues(questionnaire, [], id, demands.get(id) ?? 0n).map((value) => [id, value] as const),
      ),
    );
  };

  const possibleAnswers = (demands: Demands, id: number): AnswerSet =>
    (demands.get(id) ?? domains.get(id)?.all ?? missing) & (questions.has(id) ? -1n : missing);

  /** Chooses a literal of each clause, the clause with the fewest possible literals first. */
  const choose = (given: Demands, clauses: readonly Clause[]): Answers | undefined => {
    steps.take();
    const demands = propagate(questionnaire, given);
    if (!demands) return undefined;
    const open = clauses
      .filter((clause) =>
        clause.every(({ parameterId, set }) => (possibleAnswers(demands, parameterId) & ~set) !== 0n),
      )
      .map((clause) =>
        clause.filter(({ parameterId, set }) => (possibleAnswers(demands, parameterId) & set) !== 0n),
      )
      .sort((one, other) => one.length - other.length);
    const [first, ...rest] = open;
    if (!first) return answer(demands);
    if (first.length === 1) {
      // What has no choice takes one step, however many clauses have none.
      const units = open.filter(({ length }) => length === 1).flat();
      const restricted = restrict(questionnaire, demands, units);
      return restricted && choose(restricted, open.slice(units.length));
    }
    for (const literal of first) {
      const restricted = restrict(questionnaire, demands, [literal]);
      const found = restricted && choose(restricted, rest);
      if (found) return found;
    }
    return undefined;
  };

  return {
    find: (demands, clauses = []) => steps.run('submissions', () => choose(demands, clauses)),
    findAsking: (id) => {
      const { all = missing } = domains.get(id) ?? {};
      return steps.run('submissions', () => choose(new Map([[id, all & ~missing]]), []));
    },
  };
};
