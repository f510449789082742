import type { Answers } from '../conditions';
import type { Literal } from './demands';
import type { Model, Start, Status, Transition } from './model';
import { findWay, listReaching, type Source, tasksIn, type Way } from './paths';
import type { Steps } from './steps';
import { coverByWitnesses } from './witnesses';

/** A found thing; undefined if there is none; 'unknown' if the search reached its limit. */
export type Found<T> = T | undefined | 'unknown';

/** What tasks can do. Each question is answered once. */
export interface Exploration {
  /** How a new task reaches a status. */
  wayTo(statusId: number): Found<Way>;
  /**
   * How a transition comes to be offered on a task. A status that no task reaches is assumed to contain tasks, so
   * that its transitions are judged on their own.
   */
  wayToOffer(transition: Transition): Found<Way>;
  /** Whether such a task could be in the status with answers that meet the literals. */
  canBeIn(statusId: number, literals: readonly Literal[]): boolean;
  /** Answers with which a start places a new task. */
  answersFor(start: Start): Found<Answers>;
  isReachable(statusId: number): boolean;
  /** Whether `wayToOffer` finds a way, without finding a shortest one. */
  isOffered(transition: Transition): boolean;
  hasExit(status: Status): boolean;
  canFinish(status: Status): boolean;
}

/** Remembers results. A rule that uses a remembered 'unknown' is as incomplete as the one that searched. */
const createMemory =
  ({ noteStop }: Steps) =>
  <K, V>(compute: (key: K) => V): ((key: K) => V) => {
    const known = new Map<K, V>();
    return (key) => {
      if (!known.has(key)) known.set(key, compute(key));
      else if (known.get(key) === 'unknown') noteStop();
      return known.get(key) as V;
    };
  };

const isFinal = ({ statusType }: Status): boolean => statusType === 'FINAL';

export const createExploration = (model: Model): Exploration => {
  const { starts, submissions, literalsOf, steps } = model;
  const remember = createMemory(steps);
  const lazily = <T>(compute: () => T): (() => T) => {
    const get = remember<'value', T>(compute);
    return () => get('value');
  };
  const statuses = [...model.statuses.values()];
  const wayTo = remember((statusId: number) => findWay(model, starts, [{ statusId, demands: new Map() }]));
  const coverage = lazily(() => coverByWitnesses(model));
  const isReachable = (statusId: number): boolean =>
    coverage().reached.has(statusId) || wayTo(statusId) !== undefined;
  const isOffered = (transition: Transition): boolean =>
    coverage().offered.has(transition) || wayToOffer(transition) !== undefined;
  const sources = lazily((): Source[] => [
    ...starts,
    ...statuses
      .filter(({ id }) => !isReachable(id))
      .map(({ id }) => ({ statusId: id, transition: null, clauses: [], isAssumed: true })),
  ]);
  const answersFor = remember((start: Start) => submissions.find(new Map(), start.clauses));
  const wayIn = (statusId: number, literals: readonly Literal[]): Found<Way> => {
    const tasks = tasksIn(model, statusId, literals);
    return tasks && findWay(model, sources(), [tasks]);
  };
  const wayToStart = (transition: Transition): Found<Way> => {
    const start = starts.find((one) => one.transition === transition);
    if (!start) return undefined;
    const answers = answersFor(start);
    if (answers === undefined || answers === 'unknown') return answers;
    return { source: start, answers, first: { statusId: start.statusId, demands: new Map() } };
  };
  const wayToOffer = remember((transition: Transition) =>
    transition.fromStatusId === null
      ? wayToStart(transition)
      : wayIn(transition.fromStatusId, literalsOf(transition)),
  );
  const finishing = lazily(() => {
    const goals = statuses.filter(isFinal).map(({ id }) => ({ statusId: id, demands: new Map() }));
    return listReaching(model, goals);
  });
  return {
    wayTo,
    wayToOffer,
    isOffered,
    answersFor,
    isReachable,
    canBeIn: (statusId, literals) => wayIn(statusId, literals) !== undefined,
    hasExit: ({ id }) =>
      model.transitions.some(
        (transition) =>
          transition.fromStatusId === id && transition.toStatusId !== id && isOffered(transition),
      ),
    canFinish: ({ id }) => {
      if (coverage().finishing.has(id)) return true;
      const all = finishing();
      if (all === 'unknown') return true;
      const here = all.filter(({ statusId }) => statusId === id);
      return here.length > 0 && findWay(model, sources(), here) !== undefined;
    },
  };
};
