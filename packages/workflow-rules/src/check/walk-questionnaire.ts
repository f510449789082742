import type { PublicParameter } from '@obieg/contracts';
import type { Answers } from '../conditions';
import { createWalk } from '../wizard';
import { type Demands, literalOf, type Questionnaire } from './demands';
import { type AnswerSet, missing } from './domains';
import type { Steps } from './steps';

/** Returns the questions that can influence whether a question is asked, including itself. */
export type AncestorsOf = (id: number) => ReadonlySet<number>;

export const createAncestors = ({ questions }: Questionnaire): AncestorsOf => {
  const known = new Map<number, ReadonlySet<number>>();
  return (id) => {
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

export const addAll = (target: Set<number>, more: Iterable<number>): void => {
  for (const one of more) target.add(one);
};

/** Returns the allowed values that the dependencies of the `asked` questions tell apart, one of each kind. */
export const distinctValues = (
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

interface Search {
  questionnaire: Questionnaire;
  ancestorsOf: AncestorsOf;
  steps: Steps;
}

/**
 * Answers the relevant questions in the wizard's order until the demands are met. It tries the values of each question
 * and jumps back to the question that caused a conflict. Undefined if no answers meet the demands.
 *
 * Example: "Building" (A or B); "Reason", asked if the building is A; "Floor" (1 to 9); "Lift", asked if there is NO
 * reason. The demands are that floor and lift are answered. With A, the walk ends without asking for the lift. The
 * conflict names lift, reason and building, but not the floor. The search skips floors 2 to 9 and tries B.
 */
export const walkQuestionnaire = (
  { questionnaire, ancestorsOf, steps }: Search,
  demands: Demands,
  relevant: readonly PublicParameter[],
): Answers | undefined => {
  const { domains, timeZone } = questionnaire;
  const walk = createWalk(relevant, timeZone);
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

  /** A question that a demand needs and that the walk did not ask. */
  const findUnmet = (): number | undefined =>
    [...demands].find(([id, set]) => !revealed.has(id) && (set & missing) === 0n)?.[0];

  /** Answers the remaining questions. @returns the questions that caused a conflict; undefined without one */
  const findConflict = (): ReadonlySet<number> | undefined => {
    steps.take();
    const question = walk.findNext();
    if (!question) {
      const unmet = findUnmet();
      return unmet === undefined ? undefined : ancestorsOf(unmet);
    }
    const { id } = question;
    const conflict = new Set(ancestorsOf(id));
    for (const value of listValues(id)) {
      revealed.set(id, value);
      walk.reveal(id, value);
      const inner = findConflict();
      if (!inner) return undefined;
      revealed.delete(id);
      walk.hide(id);
      // Other values of this question would end in the same conflict.
      if (!inner.has(id)) return inner;
      addAll(conflict, inner);
    }
    conflict.delete(id);
    return conflict;
  };

  return findConflict() ? undefined : revealed;
};
