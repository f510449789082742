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

interface Way {
  transitions: readonly Transition[];
  blockerCount: number;
}

/** Returns the way to a FINAL status with the fewest transitions that tasks cannot run, then the shortest. */
const findFinalWay = (
  { configuration: { transitions }, statuses }: Model,
  statusId: number,
  isBlocker: IsOffered,
): Way | undefined => {
  const known = new Map<number, Way>([[statusId, { transitions: [], blockerCount: 0 }]]);
  const done = new Set<number>();
  const isShorter = (one: Way, other: Way): boolean =>
    one.blockerCount < other.blockerCount ||
    (one.blockerCount === other.blockerCount && one.transitions.length < other.transitions.length);
  for (;;) {
    let nearest: [number, Way] | undefined;
    for (const entry of known)
      if (!done.has(entry[0]) && (!nearest || isShorter(entry[1], nearest[1]))) nearest = entry;
    if (!nearest) return undefined;
    const [id, way] = nearest;
    if (statuses.get(id)?.statusType === 'FINAL') return way;
    done.add(id);
    for (const transition of transitions) {
      if (transition.fromStatusId !== id) continue;
      const further: Way = {
        transitions: [...way.transitions, transition],
        blockerCount: way.blockerCount + (isBlocker(transition) ? 1 : 0),
      };
      const other = known.get(transition.toStatusId);
      if (!other || isShorter(further, other)) known.set(transition.toStatusId, further);
    }
  }
};

/** Describes why no task follows the way from a status to a FINAL one. Undefined if the picture shows none. */
export const describeFinalWay = (
  model: Model,
  statusId: number,
  isOffered: IsOffered,
): Reason | undefined => {
  const isBlocker: IsOffered = (transition) => !transition.isActive || !isOffered(transition);
  const way = findFinalWay(model, statusId, isBlocker);
  if (!way) return undefined;
  const blockers = way.transitions.filter(isBlocker);
  if (blockers.length > 0) return describeBlockers(blockers);
  const names = quoteNames(way.transitions.map(({ name }) => name));
  return {
    related: way.transitions.map(aTransition),
    text: {
      pl: ` Droga istnieje, ale odpowiedzi żadnego zadania nie spełniają warunków kolejnych przejść: ${names.pl}.`,
      en: ` There is a way, but no task’s answers meet the conditions of its transitions one after the other: ${names.en}.`,
    },
  };
};
