import { type Demands, literalOf, restrict } from '../demands';
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

/** Finds the start that takes tasks which meet the conditions of a shadowed one. */
const findWinner = (model: Model, shadowed: Transition): { start: Start; found: Found } | undefined => {
  const demands = demandsOf(model, shadowed.parameterConditions);
  if (!demands) return undefined;
  for (const start of model.starts) {
    if (start.transition === shadowed) break;
    const answers = model.submissions.find(demands, start.clauses);
    if (answers.kind !== 'found' || !start.transition) continue;
    const winner = start.transition;
    return {
      start,
      found: {
        subject: aTransition(shadowed),
        related: [aTransition(winner)],
        message: {
          pl: `Przejście „${shadowed.name}” nigdy nie zostanie wybrane dla nowego zadania: wcześniej w kolejności jest „${winner.name}”.`,
          en: `The transition “${shadowed.name}” never starts a new task: “${winner.name}” comes before it.`,
        },
        example: wayExample(model, {
          kind: 'found',
          value: {
            source: start,
            answers: answers.value,
            first: { statusId: start.statusId, demands: new Map() },
          },
        }),
      },
    };
  }
  return undefined;
};

export const transitionShadowed: Rule = {
  code: 'TRANSITION_SHADOWED',
  find: (model, { answersFor }) =>
    model.starts.flatMap((start) => {
      const { transition } = start;
      if (!transition || isPossible(answersFor(start))) return [];
      return findWinner(model, transition)?.found ?? [];
    }),
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
