import { aTransition, type Found, quoteNames, type Text } from './findings';
import type { Model, Transition } from './model';

type IsOffered = (transition: Transition) => boolean;

/** Why tasks cannot enter or leave a status, or finish, although the picture shows a way. */
type Reason = Pick<Found, 'related'> & { text: Text };

/** Names transitions after what they have in common. Nothing without transitions. */
const describePart = ({ pl, en }: Text, transitions: readonly Transition[]): Text[] => {
  if (transitions.length === 0) return [];
  const names = quoteNames(transitions.map(({ name }) => name));
  return [{ pl: `${pl}: ${names.pl}`, en: `${en}: ${names.en}` }];
};

/** Lists what keeps tasks from running transitions: those that are inactive, and those that are never offered. */
const describeParts = (blockers: readonly Transition[]) => {
  const inactive = blockers.filter(({ isActive }) => !isActive);
  const never = blockers.filter(({ isActive }) => isActive);
  return {
    // The first one is where the mistake is mended. An inactive transition is the shorter way.
    related: [...inactive, ...never].map(aTransition),
    parts: [
      ...describePart({ pl: 'nieaktywne', en: 'inactive' }, inactive),
      ...describePart({ pl: 'nigdy niedostępne', en: 'never offered' }, never),
    ],
  };
};

const join = (parts: readonly Text[]): Text => ({
  pl: parts.map(({ pl }) => pl).join('; '),
  en: parts.map(({ en }) => en).join('; '),
});

const describeBlockers = (blockers: readonly Transition[]): Reason => {
  const { related, parts } = describeParts(blockers);
  const { pl, en } = join(parts);
  return {
    related,
    text: {
      pl: ` Droga istnieje, ale jej przejścia są ${pl}.`,
      en: ` There is a way, but its transitions are ${en}.`,
    },
  };
};

/** Describes the transitions to a status that no task reaches. Undefined if there are none. */
export const describeEntries = (
  { configuration }: Model,
  statusId: number,
  isReachable: (statusId: number) => boolean,
): Reason | undefined => {
  const entries = configuration.transitions.filter(
    ({ fromStatusId, toStatusId }) => toStatusId === statusId && fromStatusId !== statusId,
  );
  if (entries.length === 0) return undefined;
  const isBeyond = ({ isActive, fromStatusId }: Transition): boolean =>
    isActive && fromStatusId !== null && !isReachable(fromStatusId);
  const { related, parts } = describeParts(entries.filter((entry) => !isBeyond(entry)));
  const beyond = { pl: 'ze statusów, do których nic nie trafia', en: 'from statuses that no task reaches' };
  const { pl, en } = join([...parts, ...describePart(beyond, entries.filter(isBeyond))]);
  return {
    related,
    text: { pl: ` Przejścia do niego są ${pl}.`, en: ` The transitions to it are ${en}.` },
  };
};

/** Describes the transitions that leave a status from which no task can move. Undefined if there are none. */
export const describeExits = ({ configuration }: Model, statusId: number): Reason | undefined => {
  const exits = configuration.transitions.filter(
    ({ fromStatusId, toStatusId }) => fromStatusId === statusId && toStatusId !== statusId,
  );
  return exits.length > 0 ? describeBlockers(exits) : undefined;
};

/** The first step of a way to a FINAL status; undefined in a FINAL status. */
interface Way {
  step: Transition | undefined;
  blockerCount: number;
  length: number;
}

const isShorter = (one: Way, other: Way): boolean =>
  one.blockerCount < other.blockerCount ||
  (one.blockerCount === other.blockerCount && one.length < other.length);

const groupByTarget = (transitions: readonly Transition[]): ReadonlyMap<number, Transition[]> => {
  const groups = new Map<number, Transition[]>();
  for (const transition of transitions) {
    const group = groups.get(transition.toStatusId);
    if (group) group.push(transition);
    else groups.set(transition.toStatusId, [transition]);
  }
  return groups;
};

/** Finds for each status the way to a FINAL one with the fewest transitions that tasks cannot run, then the shortest. */
const findFinalWays = (
  { configuration: { transitions }, statuses }: Model,
  isBlocker: IsOffered,
): ReadonlyMap<number, Way> => {
  const into = groupByTarget(transitions);
  const ways = new Map<number, Way>();
  for (const { id, statusType } of statuses.values())
    if (statusType === 'FINAL') ways.set(id, { step: undefined, blockerCount: 0, length: 0 });
  const open = new Set(ways.keys());
  while (open.size > 0) {
    const [[id, way] = [0, undefined]] = [...open]
      .map((one) => [one, ways.get(one)] as const)
      .sort(([, one], [, other]) => (one && other && isShorter(one, other) ? -1 : 1));
    open.delete(id);
    if (!way) continue;
    for (const step of into.get(id) ?? []) {
      if (step.fromStatusId === null) continue;
      const blockerCount = way.blockerCount + (isBlocker(step) ? 1 : 0);
      const longer = { step, blockerCount, length: way.length + 1 };
      const known = ways.get(step.fromStatusId);
      if (known && !isShorter(longer, known)) continue;
      ways.set(step.fromStatusId, longer);
      open.add(step.fromStatusId);
    }
  }
  return ways;
};

const listSteps = (ways: ReadonlyMap<number, Way>, statusId: number): Transition[] => {
  const steps: Transition[] = [];
  for (let way = ways.get(statusId); way?.step; way = ways.get(way.step.toStatusId)) steps.push(way.step);
  return steps;
};

/**
 * Returns a function that describes why no task follows the way from a status to a FINAL one. Undefined if the picture
 * shows none.
 */
export const createFinalReasons = (
  model: Model,
  isOffered: IsOffered,
): ((statusId: number) => Reason | undefined) => {
  const isBlocker: IsOffered = (transition) => !transition.isActive || !isOffered(transition);
  const ways = findFinalWays(model, isBlocker);
  return (statusId) => {
    const steps = listSteps(ways, statusId);
    if (steps.length === 0) return undefined;
    const blockers = steps.filter(isBlocker);
    if (blockers.length > 0) return describeBlockers(blockers);
    const names = quoteNames(steps.map(({ name }) => name));
    return {
      related: steps.map(aTransition),
      text: {
        pl: ` Droga istnieje, ale odpowiedzi żadnego zadania nie spełniają warunków kolejnych przejść: ${names.pl}.`,
        en: ` There is a way, but no task’s answers meet the conditions of its transitions one after the other: ${names.en}.`,
      },
    };
  };
};
