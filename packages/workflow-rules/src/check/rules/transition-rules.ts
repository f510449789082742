import type { Finding } from '@obieg/contracts';
import { type Demands, literalOf, negate, propagate, restrict } from '../demands';
import type { Condition } from '../domains';
import { answersExample, wayExample } from '../examples';
import type { Exploration } from '../exploration';
import {
  aTransition,
  describeCondition,
  type Found,
  findContradiction,
  joinTexts,
  quoteNames,
  type Rule,
  type Text,
} from '../findings';
import type { Model, Start, Transition } from '../model';
import { isPossible } from '../search-result';

/** The demands of a transition's conditions; undefined if they contradict each other. */
const demandsOf = ({ questionnaire }: Model, conditions: readonly Condition[]): Demands | undefined =>
  restrict(
    questionnaire,
    new Map(),
    conditions.map((condition) => literalOf(questionnaire, condition)),
  );

const canBeSubmitted = (model: Model, conditions: readonly Condition[]): boolean => {
  const demands = demandsOf(model, conditions);
  return demands !== undefined && isPossible(model.submissions.find(demands));
};

const canHold = (
  model: Model,
  { canBeIn }: Exploration,
  { fromStatusId }: Transition,
  conditions: readonly Condition[],
): boolean =>
  fromStatusId === null
    ? canBeSubmitted(model, conditions)
    : canBeIn(
        fromStatusId,
        conditions.map((condition) => literalOf(model.questionnaire, condition)),
      );

const describeNeverOffered = (model: Model, exploration: Exploration, transition: Transition): Text => {
  const { name, parameterConditions } = transition;
  const core = findContradiction(parameterConditions, (subset) =>
    canHold(model, exploration, transition, subset),
  );
  const conditions = joinTexts(core.map((condition) => describeCondition(model, condition)));
  return core.length === 1
    ? {
        pl: `Przejście „${name}” nigdy nie będzie dostępne dla nowego zadania. Warunek nie może być spełniony: ${conditions.pl}.`,
        en: `New tasks never get the transition “${name}”. Its condition cannot hold: ${conditions.en}.`,
      }
    : {
        pl: `Przejście „${name}” nigdy nie będzie dostępne dla nowego zadania. Warunki wykluczają się: ${conditions.pl}.`,
        en: `New tasks never get the transition “${name}”. Its conditions exclude each other: ${conditions.en}.`,
      };
};

export const transitionNeverOffered: Rule = {
  code: 'TRANSITION_NEVER_OFFERED',
  find: (model, exploration) =>
    model.transitions
      .filter((transition) =>
        transition.fromStatusId === null
          ? !canBeSubmitted(model, transition.parameterConditions)
          : !exploration.isOffered(transition),
      )
      .map((transition) => ({
        subject: aTransition(transition),
        message: describeNeverOffered(model, exploration, transition),
        example:
          transition.fromStatusId === null
            ? answersExample(model, new Map())
            : wayExample(model, exploration.wayTo(transition.fromStatusId)),
      })),
};

/** Returns how many of the first items are needed until `isEnough` holds; all of them if it does not. */
const countNeeded = (count: number, isEnough: (count: number) => boolean): number => {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

interface Cause {
  start: Start;
  transition: Transition;
}

/**
 * Finds the earlier starts that take all tasks that meet the demands: the fewest, of those that come first. The last one
 * takes a task that no other one takes.
 */
const findCauses = (model: Model, shadowed: Transition, demands: Demands): readonly Cause[] => {
  const { questionnaire, submissions, literalsOf, starts } = model;
  const earlier = starts
    .slice(
      0,
      starts.findIndex(({ transition }) => transition === shadowed),
    )
    .flatMap((start): Cause[] =>
      start.transition && restrict(questionnaire, demands, literalsOf(start.transition))
        ? [{ start, transition: start.transition }]
        : [],
    );
  const leaveTasks = (causes: readonly Cause[]): boolean =>
    isPossible(
      submissions.find(
        demands,
        causes.map(({ transition }) =>
          literalsOf(transition).map((literal) => negate(questionnaire, literal)),
        ),
      ),
    );
  const needed = countNeeded(earlier.length, (count) => !leaveTasks(earlier.slice(0, count)));
  return findContradiction(earlier.slice(0, needed), leaveTasks);
};

const describeShadow = ({ name }: Transition, causes: readonly Cause[]): Text => {
  const names = quoteNames(causes.map(({ transition }) => transition.name));
  return causes.length === 1
    ? {
        pl: `Przejście „${name}” nigdy nie zostanie wybrane dla nowego zadania: wcześniej w kolejności jest ${names.pl}.`,
        en: `The transition “${name}” never starts a new task: ${names.en} comes before it.`,
      }
    : {
        pl: `Przejście „${name}” nigdy nie zostanie wybrane dla nowego zadania: wszystkie zadania zabierają mu wcześniejsze przejścia ${names.pl}.`,
        en: `The transition “${name}” never starts a new task: the transitions before it take all of them: ${names.en}.`,
      };
};

/** Shows a task that the cause takes. */
const shadowExample = (model: Model, demands: Demands, { start }: Cause): Finding['example'] => {
  const answers = model.submissions.find(demands, start.clauses);
  if (answers.kind !== 'found') return null;
  const first = { statusId: start.statusId, demands: new Map() };
  return wayExample(model, { kind: 'found', value: { source: start, answers: answers.value, first } });
};

const describeShadowed = (model: Model, shadowed: Transition): Found[] => {
  const demands = demandsOf(model, shadowed.parameterConditions);
  const implied = demands && propagate(model.questionnaire, demands);
  const causes = implied ? findCauses(model, shadowed, implied) : [];
  const last = causes.at(-1);
  // Without a cause, its own conditions cannot hold: another finding says so.
  if (!implied || !last) return [];
  return [
    {
      subject: aTransition(shadowed),
      related: causes.map(({ transition }) => aTransition(transition)),
      message: describeShadow(shadowed, causes),
      example: shadowExample(model, implied, last),
    },
  ];
};

export const transitionShadowed: Rule = {
  code: 'TRANSITION_SHADOWED',
  find: (model, { answersFor }) => {
    const { starts, steps } = model;
    const found: Found[] = [];
    for (const start of starts) {
      const { transition } = start;
      if (!transition || isPossible(answersFor(start))) continue;
      // It looks at all earlier starts.
      if (steps.isLate()) {
        steps.noteStop();
        break;
      }
      found.push(...describeShadowed(model, transition));
    }
    return found;
  },
};

const nameGroups = ({ groups }: Model, ids: readonly number[]): Text =>
  quoteNames(ids.map((id) => groups.get(id)?.name ?? `#${id}`));

const isEmptyGroup =
  ({ groups }: Model) =>
  (id: number): boolean =>
    groups.get(id)?.hasExecutors !== true;

export const executorsEmpty: Rule = {
  code: 'EXECUTORS_EMPTY',
  find: (model, { wayToOffer }) =>
    model.transitions
      .filter(
        ({ fromStatusId, executorGroupIds }) =>
          fromStatusId !== null && executorGroupIds.length > 0 && executorGroupIds.every(isEmptyGroup(model)),
      )
      .map((transition) => {
        const names = nameGroups(model, transition.executorGroupIds);
        return {
          subject: aTransition(transition),
          message: {
            pl: `Nikt nie może wykonać przejścia „${transition.name}”: w grupach wykonawców (${names.pl}) nie ma lidera ani członka.`,
            en: `The transition “${transition.name}” cannot be run: its executor groups (${names.en}) have no leader or member.`,
          },
          example: wayExample(model, wayToOffer(transition)),
        };
      }),
};

export const targetGroupEmpty: Rule = {
  code: 'TARGET_GROUP_EMPTY',
  find: (model, { wayToOffer }) =>
    model.transitions
      .filter(({ targetGroupId }) => targetGroupId !== null && isEmptyGroup(model)(targetGroupId))
      .map((transition) => {
        const names = nameGroups(model, [transition.targetGroupId ?? 0]);
        const further = transition.fromStatusId === null ? [] : [transition];
        return {
          subject: aTransition(transition),
          message: {
            pl: `Przejście „${transition.name}” przypisuje zadanie do grupy ${names.pl}, w której nie ma lidera ani członka.`,
            en: `The transition “${transition.name}” assigns the task to the group ${names.en}, which has no leader or member.`,
          },
          example: wayExample(model, wayToOffer(transition), further),
        };
      }),
};
