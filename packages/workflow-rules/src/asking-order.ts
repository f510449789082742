import type { WorkflowParameter } from '@obieg/contracts';
import { inOrder } from './wizard';

type Dependency = WorkflowParameter['dependencies'][number];
type Ordered = Pick<WorkflowParameter, 'id' | 'sortOrder'> & {
  dependencies: readonly Pick<Dependency, 'parentParameterId' | 'conditionType'>[];
};

/** A missing answer meets only NOT_EXISTS, so any other condition waits for the answer. */
const isAwaited = ({ conditionType }: Pick<Dependency, 'conditionType'>): boolean =>
  conditionType !== 'NOT_EXISTS';

/** Ids of the questions that another one is asked after. */
export const listAwaitedIds = ({ dependencies }: Ordered): number[] =>
  dependencies.filter(isAwaited).map(({ parentParameterId }) => parentParameterId);

/**
 * Sorts questions as the wizard asks them: always the first one that awaits no answer. Every walk keeps this order. It
 * only leaves out questions whose conditions are not met.
 */
export const inAskingOrder = <Q extends Ordered>(questions: readonly Q[]): Q[] => {
  const waiting = inOrder(questions);
  const waitingIds = new Set(waiting.map(({ id }) => id));
  const asked: Q[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex(
      ({ dependencies }) =>
        !dependencies.some(
          (dependency) => isAwaited(dependency) && waitingIds.has(dependency.parentParameterId),
        ),
    );
    // Stored dependencies have no cycle. In one, the first question goes on.
    for (const question of waiting.splice(Math.max(next, 0), 1)) {
      waitingIds.delete(question.id);
      asked.push(question);
    }
  }
  return asked;
};

/** Sorts questions in asking order, with one of them right after another one, or first. */
export const moveQuestion = <Q extends Ordered>(
  questions: readonly Q[],
  movedId: number,
  afterId: number | undefined,
): Q[] => {
  const ordered = inAskingOrder(questions);
  const others = ordered.filter(({ id }) => id !== movedId);
  others.splice(
    others.findIndex(({ id }) => id === afterId) + 1,
    0,
    ...ordered.filter(({ id }) => id === movedId),
  );
  return others;
};

/**
 * Numbers questions in the given order. The numbers stay the same as a set, so that only questions between the old and
 * the new place of a moved one change. Equal numbers become 0, 1, 2, ….
 */
export const numberInOrder = <Q extends Ordered>(questions: readonly Q[]): Q[] => {
  const numbers = questions.map(({ sortOrder }) => sortOrder).sort((one, other) => one - other);
  const isDistinct = new Set(numbers).size === numbers.length;
  return questions.map((question, place) => ({
    ...question,
    sortOrder: isDistinct ? (numbers[place] ?? place) : place,
  }));
};
