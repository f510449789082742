import type { PublicParameter } from '@obieg/contracts';
import type { Answers } from '../conditions';
import { createWalk } from '../wizard';
import { type Clause, type Demands, literalOf, propagate, type Questionnaire, restrict } from './demands';
import { type AnswerSet, missing } from './domains';
import type { Steps } from './steps';

/** Finds answers to the questionnaire. */
export interface Submissions {
  /**
   * Finds a submission that meets all demands and clauses. @returns the answers that matter; undefined if no
   * submission meets them; 'unknown' if the search reached its limit
   */
  find(demands: Demands, clauses?: readonly Clause[]): Answers | undefined | 'unknown';
  /** Finds a submission in which a question is asked. */
  findAsking(id: number): Answers | undefined | 'unknown';
}

/** Returns the questions that can influence whether a question is asked, including itself. */
const createAncestors = ({ questions }: Questionnaire) => {
  const known = new Map<number, ReadonlySet<number>>();
  return (id: number): ReadonlySet<number> => {
    const found = known.get(id);
    if (found) return found;
    const ancestors = new Set<number>();
    const waiting = [id];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const question = questions.get(next);
      if (!question || ancestors.has(next)) continue;
      ancestors.add(next);
      waiting.push(...question.dependencies.map(({ parentParameterId }) => parentParameterId));
    }
    known.set(id, ancestors);
    return ancestors;
  };
};

const addAll = (target: Set<number>, more: Iterable<number>): void => {
  for (const one of more) target.add(one);
};

/** Returns the values that the dependencies of the given questions tell apart, one of each kind. */
const distinctValues = (
  questionnaire: Questionnaire,
  asked: readonly PublicParameter[],
  id: number,
  allowed: AnswerSet,
): string[] => {
  const { values = [] } = questionnaire.domains.get(id) ?? {};
  const sets = asked.flatMap(({ dependencies }) =>
    dependencies
      .filter(({ parentParameterId }) => parentParameterId === id)
      .map((dependency) => literalOf(questionnaire, { parameterId: id, ...dependency }).set),
  );
  const kinds = new Map<string, string>();
  values.forEach((value, index) => {
    const bit = 2n << BigInt(index);
    if ((allowed & bit) === 0n) return;
    const kind = sets.map((set) => ((set & bit) === 0n ? '0' : '1')).join('');
    if (!kinds.has(kind)) kinds.set(kind, value);
  });
  return [...kinds.values()];
};

/**
 * Creates the search. It reasons about dependencies first. Only where a demand depends on a question that is NOT
 * asked, it walks the questionnaire with the wizard's own rule and jumps back to the answer that caused a conflict.
 */
export const createSubmissions = (questionnaire: Questionnaire, steps: Steps): Submissions => {
  const { questions, domains, timeZone } = questionnaire;
  const ancestorsOf = createAncestors(questionnaire);

  /** Walks the questions that matter. A search returns the questions that caused a conflict, if there is one. */
  const walk = (demands: Demands, relevant: readonly PublicParameter[]): Answers | undefined => {
    const questionnaireWalk = createWalk(relevant, timeZone);
    const revealed = new Map<number, string>();
    const valuesById = new Map<number, readonly string[]>();
    const listValues = (id: number): readonly string[] => {
      const known = valuesById.get(id);
      if (known) return known;
      const allowed = (demands.get(id) ?? domains.get(id)?.all ?? missing) & ~missing;
      const values = distinctValues(questionnaire, relevant, id, allowed);
      valuesById.set(id, values);
      return values;
    };
    const findUnmet = (): number | undefined =>
      [...demands].find(([id, set]) => !revealed.has(id) && (set & missing) === 0n)?.[0];

    const search = (): ReadonlySet<number> | undefined => {
      steps.take();
      const question = questionnaireWalk.findNext();
      if (!question) {
        const unmet = findUnmet();
        return unmet === undefined ? undefined : ancestorsOf(unmet);
      }
      const { id } = question;
      const conflict = new Set(ancestorsOf(id));
      for (const value of listValues(id)) {
        revealed.set(id, value);
        questionnaireWalk.reveal(id, value);
        const inner = search();
        if (!inner) return undefined;
        revealed.delete(id);
        questionnaireWalk.hide(id);
        if (!inner.has(id)) return inner;
        addAll(conflict, inner);
      }
      conflict.delete(id);
      return conflict;
    };
    return search() ? undefined : revealed;
  };

  const listRelevant = (demands: Demands): PublicParameter[] => {
    const ids = new Set<number>();
    // The ancestors of a listed question are listed, too.
    for (const id of demands.keys()) if (!ids.has(id)) addAll(ids, ancestorsOf(id));
    return [...ids].flatMap((id) => questions.get(id) ?? []);
  };

  /** Finds answers for demands without clauses. */
  const answer = (demands: Demands): Answers | undefined => {
    const relevant = listRelevant(demands);
    const needsWalk = relevant.some(
      ({ id, dependencies }) =>
        dependencies.some(
          ({ conditionType, parentParameterId }) =>
            conditionType === 'NOT_EXISTS' || ancestorsOf(parentParameterId).has(id),
        ) || ((demands.get(id) ?? 0n) & missing) !== 0n,
    );
    if (needsWalk) return walk(demands, relevant);
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
