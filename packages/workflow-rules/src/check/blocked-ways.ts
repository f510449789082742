import { aTransition, type Found, quoteNames, type Text } from './findings';
import type { Model, Transition } from './model';

type IsOffered = (transition: Transition) => boolean;

/** Why tasks cannot leave a status or finish, although the picture shows a way. */
type Reason = Pick<Found, 'related'> & { text: Text };

/** Lists what keeps tasks from running transitions: those that are inactive, and those that are never offered. */
const describeBlockers = (blockers: readonly Transition[]): Reason => {
  const inactive = blockers.filter(({ isActive }) => !isActive);
  const never = blockers.filter(({ isActive }) => isActive);
  const [off, out] = [inactive, never].map((some) => quoteNames(some.map(({ name }) => name)));
  const parts: Text[] = [
    ...(inactive.length > 0 && off ? [{ pl: `nieaktywne: ${off.pl}`, en: `inactive: ${off.en}` }] : []),
    ...(never.length > 0 && out
      ? [{ pl: `nigdy niedostępne: ${out.pl}`, en: `never offered: ${out.en}` }]
      : []),
  ];
  return {
    // The first one is where the mistake is mended. An inactive transition is the shorter way.
    related: [...inactive, ...never].map(aTransition),
    text: {
      pl: ` Droga istnieje, ale jej przejścia są ${parts.map(({ pl }) => pl).join('; ')}.`,
      en: ` There is a way, but its transitions are ${parts.map(({ en }) => en).join('; ')}.`,
    },
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
