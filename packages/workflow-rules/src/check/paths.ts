import type { Answers } from '../conditions';
import { type Clause, type Demands, type Literal, restrict } from './demands';
import { missing } from './domains';
import type { Model, Transition } from './model';
import type { SearchResult } from './search-result';

/** A set of tasks: those in a status whose answers meet the demands. */
export interface TaskSet {
  statusId: number;
  demands: Demands;
  /** The transition that leads from here towards the goal, and the tasks that it must result in. */
  next?: { transition: Transition; reached: TaskSet };
}

/** Where tasks come from: a start, or a status that is assumed to contain tasks. */
export interface Source {
  statusId: number;
  transition: Transition | null;
  clauses: readonly Clause[];
  isAssumed?: boolean;
}

/** A way from a source to a goal. */
export interface Way {
  source: Source;
  answers: Answers;
  first: TaskSet;
}

/** Returns the tasks that a transition turns into the given ones; undefined if there are none. */
const before = (model: Model, transition: Transition, reached: TaskSet): TaskSet | undefined => {
  if (transition.fromStatusId === null) return undefined;
  const demands = new Map(reached.demands);
  for (const { id, isMandatory } of model.dialogOf(transition)) {
    // The dialog takes any valid answer. It can also clear an optional one.
    if (isMandatory && demands.get(id) === missing) return undefined;
    demands.delete(id);
  }
  const restricted = restrict(model.questionnaire, demands, model.literalsOf(transition));
  return (
    restricted && { statusId: transition.fromStatusId, demands: restricted, next: { transition, reached } }
  );
};

/** Whether all tasks of `inner` are in `outer`. */
const contains = (outer: TaskSet, inner: TaskSet): boolean =>
  [...outer.demands].every(([id, set]) => {
    const own = inner.demands.get(id);
    return own !== undefined && (own & ~set) === 0n;
  });

/** Follows transitions backwards, nearest first. `visit` returns true to stop. */
const walkBackwards = (model: Model, goals: readonly TaskSet[], visit: (tasks: TaskSet) => boolean): void => {
  const seen = new Map<number, TaskSet[]>();
  const waiting: TaskSet[] = [];
  const add = (tasks: TaskSet): void => {
    model.steps.take();
    const known = seen.get(tasks.statusId) ?? [];
    if (known.some((outer) => contains(outer, tasks)) || !model.canExist(tasks.demands)) return;
    seen.set(tasks.statusId, [...known.filter((inner) => !contains(tasks, inner)), tasks]);
    waiting.push(tasks);
  };
  goals.forEach(add);
  for (let index = 0; index < waiting.length; index += 1) {
    const tasks = waiting[index];
    if (!tasks) return;
    if (visit(tasks)) return;
    for (const transition of model.transitionsTo(tasks.statusId)) {
      const earlier = before(model, transition, tasks);
      if (earlier) add(earlier);
    }
  }
};

/** Lists all sets of tasks that can reach a goal. */
export const listReaching = (model: Model, goals: readonly TaskSet[]): SearchResult<TaskSet[]> =>
  model.steps.run('paths', () => {
    const reaching: TaskSet[] = [];
    walkBackwards(model, goals, (tasks) => {
      reaching.push(tasks);
      return false;
    });
    return reaching;
  });

/** Finds a shortest way from a source to one of the goals. */
export const findWay = (
  model: Model,
  sources: readonly Source[],
  goals: readonly TaskSet[],
): SearchResult<Way> =>
  model.steps.run('paths', () => {
    let way: Way | undefined;
    walkBackwards(model, goals, (first) => {
      for (const source of sources) {
        if (source.statusId !== first.statusId) continue;
        const answers = model.submissions.find(first.demands, source.clauses);
        if (answers.kind !== 'found') continue;
        way = { source, answers: answers.value, first };
        return true;
      }
      return false;
    });
    return way;
  });

/** Builds the set of all tasks in a status that meet the literals; undefined if the literals contradict each other. */
export const tasksIn = (
  { questionnaire }: Model,
  statusId: number,
  literals: readonly Literal[] = [],
): TaskSet | undefined => {
  const demands = restrict(questionnaire, new Map(), literals);
  return demands && { statusId, demands };
};
