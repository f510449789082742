import type { Answers } from '../conditions';
import type { Literal } from './demands';
import type { Model, Start, Status, Transition } from './model';
import { findWay, listReaching, type Source, type TaskSet, tasksIn, type Way } from './paths';
import { isPossible, type SearchResult } from './search-result';
import type { Steps } from './steps';
import { coverByWitnesses } from './witnesses';

/** What tasks can do. Each question is answered once. */
export interface Exploration {
  /** How a new task reaches a status. */
  wayTo(statusId: number): SearchResult<Way>;
  /**
   * How a transition comes to be offered on a task. A status that no task reaches is assumed to contain tasks, so
   * that its transitions are judged on their own.
   */
  wayToOffer(transition: Transition): SearchResult<Way>;
  /** Whether such a task could be in the status with answers that meet the literals. */
  canBeIn(statusId: number, literals: readonly Literal[]): boolean;
  /** Answers with which a start places a new task. */
  answersFor(start: Start): SearchResult<Answers>;
  isReachable(statusId: number): boolean;
  /** Whether `wayToOffer` finds a way, without finding a shortest one. */
  isOffered(transition: Transition): boolean;
  hasExit(status: Status): boolean;
  canFinish(status: Status): boolean;
}

/** Remembers results. A rule that uses a remembered unknown result is as incomplete as the one that searched. */
const createMemory =
  ({ noteStop }: Steps) =>
  <K, V>(search: (key: K) => SearchResult<V>): ((key: K) => SearchResult<V>) => {
    const known = new Map<K, SearchResult<V>>();
    return (key) => {
      const remembered = known.get(key);
      if (remembered?.kind === 'unknown') noteStop();
      const result = remembered ?? search(key);
      known.set(key, result);
      return result;
    };
  };

const lazily = <T>(compute: () => T): (() => T) => {
  let value: { computed: T } | undefined;
  return () => {
    value ??= { computed: compute() };
    return value.computed;
  };
};

const isFinal = ({ statusType }: Status): boolean => statusType === 'FINAL';

export const createExploration = (model: Model): Exploration => {
  const { starts, submissions, literalsOf, steps } = model;
  const remember = createMemory(steps);
  const statuses = [...model.statuses.values()];
  const wayTo = remember((statusId: number) => findWay(model, starts, [{ statusId, demands: new Map() }]));
  const coverage = lazily(() => coverByWitnesses(model));
  const isReachable = (statusId: number): boolean =>
    coverage().reached.has(statusId) || isPossible(wayTo(statusId));
  const isOffered = (transition: Transition): boolean =>
    coverage().offered.has(transition) || isPossible(wayToOffer(transition));
  const sources = lazily((): Source[] => [
    ...starts,
    ...statuses
      .filter(({ id }) => !isReachable(id))
      .map(({ id }) => ({ statusId: id, transition: null, clauses: [], isAssumed: true })),
  ]);
  const answersFor = remember((start: Start) => submissions.find(new Map(), start.clauses));
  const wayIn = (statusId: number, literals: readonly Literal[]): SearchResult<Way> => {
    const tasks = tasksIn(model, statusId, literals);
    return tasks ? findWay(model, sources(), [tasks]) : { kind: 'none' };
  };
  const wayToStart = (transition: Transition): SearchResult<Way> => {
    const start = starts.find((one) => one.transition === transition);
    if (!start) return { kind: 'none' };
    const answers = answersFor(start);
    if (answers.kind !== 'found') return answers;
    const first = { statusId: start.statusId, demands: new Map() };
    return { kind: 'found', value: { source: start, answers: answers.value, first } };
  };
  const wayToOffer = remember((transition: Transition) =>
    transition.fromStatusId === null
      ? wayToStart(transition)
      : wayIn(transition.fromStatusId, literalsOf(transition)),
  );
  const findFinishing = remember<void, TaskSet[]>(() => {
    const goals = statuses.filter(isFinal).map(({ id }) => ({ statusId: id, demands: new Map() }));
    return listReaching(model, goals);
  });
  return {
    wayTo,
    wayToOffer,
    isOffered,
    answersFor,
    isReachable,
    canBeIn: (statusId, literals) => isPossible(wayIn(statusId, literals)),
    hasExit: ({ id }) =>
      model.transitions.some(
        (transition) =>
          transition.fromStatusId === id && transition.toStatusId !== id && isOffered(transition),
      ),
    canFinish: ({ id }) => {
      if (coverage().finishing.has(id)) return true;
      const finishing = findFinishing();
      if (finishing.kind !== 'found') return true;
      const here = finishing.value.filter(({ statusId }) => statusId === id);
      return here.length > 0 && isPossible(findWay(model, sources(), here));
    },
  };
};
