import type { Approval } from '@obieg/contracts';
import { findDefault } from '../../values';
import { type Literal, literalOf, negate } from '../demands';
import { wayExample } from '../examples';
import type { Exploration } from '../exploration';
import {
  aParameter,
  aStatus,
  aTransition,
  describeCondition,
  type Found,
  quoteNames,
  type Rule,
  type Text,
} from '../findings';
import type { Model, Status, Transition } from '../model';
import { findWay, tasksIn, type Way } from '../paths';

type ApprovedStatus = Status & { approval: Approval };

const listApproved = ({ statuses }: Model): ApprovedStatus[] =>
  [...statuses.values()].flatMap((status) =>
    status.approval ? [{ ...status, approval: status.approval }] : [],
  );

/** The approvers, as far as it matters: none, one or more. Undefined if only an earlier service knows. */
const listApproverIds = ({ groups }: Model, ids: readonly number[]): ReadonlySet<number> | undefined => {
  const known = new Set<number>();
  for (const id of ids) {
    const group = groups.get(id);
    if (group?.hasExecutors && !group.executorIds) return undefined;
    for (const userId of group?.executorIds ?? []) known.add(userId);
  }
  return known;
};

export const approvalWithoutApprovers: Rule = {
  code: 'APPROVAL_WITHOUT_APPROVERS',
  find: (model, { wayTo }) =>
    listApproved(model).flatMap((status): Found[] => {
      const { approverGroupIds, isAuthorExcluded } = status.approval;
      const approvers = listApproverIds(model, approverGroupIds);
      const names = quoteNames(approverGroupIds.map((id) => model.groups.get(id)?.name ?? `#${id}`));
      const found = (message: Text): Found[] => [
        { subject: aStatus(status), message, example: wayExample(model, wayTo(status.id)) },
      ];
      if (approverGroupIds.length === 0)
        return found({
          pl: `Akceptacja statusu „${status.name}” nie ma grup akceptujących, więc nikt o niej nie zdecyduje.`,
          en: `The approval of the status “${status.name}” has no approver groups, so no one can decide it.`,
        });
      if (approvers?.size === 0)
        return found({
          pl: `Nikt nie zdecyduje o akceptacji statusu „${status.name}”: w grupach akceptujących (${names.pl}) nie ma lidera ani członka.`,
          en: `No one can decide the approval of the status “${status.name}”: its approver groups (${names.en}) have no leader or member.`,
        });
      if (approvers?.size === 1 && isAuthorExcluded)
        return found({
          pl: `W grupach akceptujących statusu „${status.name}” (${names.pl}) jest tylko jedna osoba. Nikt nie zdecyduje o zadaniach, których jest autorem.`,
          en: `The approver groups of the status “${status.name}” (${names.en}) have only one member. No one can decide about tasks of that author.`,
        });
      return [];
    }),
};

const decisions = {
  approvedTransitionId: { pl: 'akceptacji', en: 'approval' },
  rejectedTransitionId: { pl: 'odrzuceniu', en: 'rejection' },
} as const;

interface Obstacle {
  text: Text;
  related: Found['related'];
  way?: Way | undefined;
}

/** A new task that comes to the status with answers that meet the literals. */
const findTask = (model: Model, statusId: number, literals: readonly Literal[]): Way | undefined => {
  const tasks = tasksIn(model, statusId, literals);
  const way = tasks && findWay(model, model.starts, [tasks]);
  return way?.kind === 'found' ? way.value : undefined;
};

const findUnmetCondition = (model: Model, transition: Transition): Obstacle | undefined => {
  for (const condition of transition.parameterConditions) {
    const literal = negate(model.questionnaire, literalOf(model.questionnaire, condition));
    const way = findTask(model, transition.fromStatusId ?? 0, [literal]);
    if (!way) continue;
    const words = describeCondition(model, condition);
    return {
      text: {
        pl: `przejście „${transition.name}” nie jest dostępne dla zadań, które nie spełniają warunku: ${words.pl}`,
        en: `the transition “${transition.name}” is not offered to tasks that do not meet the condition: ${words.en}`,
      },
      related: [aTransition(transition)],
      way,
    };
  }
  return undefined;
};

/** A vote gives no answers, but the defaults of the transition. */
const findMissingAnswer = (model: Model, transition: Transition): Obstacle | undefined => {
  const { timeZone } = model.configuration;
  for (const { parameterId, isMandatory, defaultValue } of transition.requiredParameters) {
    const parameter = model.parameters.get(parameterId);
    if (!isMandatory || !parameter?.isActive) continue;
    if (findDefault(parameter, [defaultValue, parameter.defaultValue], timeZone) !== undefined) continue;
    const isMissing = literalOf(model.questionnaire, {
      parameterId,
      conditionType: 'NOT_EXISTS',
      conditionValue: null,
    });
    const way = findTask(model, transition.fromStatusId ?? 0, [...model.literalsOf(transition), isMissing]);
    if (!way) continue;
    return {
      text: {
        pl: `przejście „${transition.name}” wymaga odpowiedzi „${parameter.displayName}”, której decyzja nie podaje`,
        en: `the transition “${transition.name}” requires the answer “${parameter.displayName}”, which a decision does not give`,
      },
      related: [aTransition(transition), aParameter(parameter)],
      way,
    };
  }
  return undefined;
};

const findObstacle = (
  model: Model,
  exploration: Exploration,
  status: ApprovedStatus,
  transitionId: number,
): Obstacle | undefined => {
  const transition = model.configuration.transitions.find(
    ({ id, fromStatusId }) => id === transitionId && fromStatusId === status.id,
  );
  if (!transition)
    return {
      text: { pl: 'nie ma przejścia z tego statusu', en: 'there is no transition from this status' },
      related: [],
    };
  const related = [aTransition(transition)];
  if (!transition.isActive)
    return {
      text: {
        pl: `przejście „${transition.name}” jest nieaktywne`,
        en: `the transition “${transition.name}” is inactive`,
      },
      related,
    };
  if (!exploration.isOffered(transition))
    return {
      text: {
        pl: `przejście „${transition.name}” nigdy nie jest dostępne`,
        en: `the transition “${transition.name}” is never offered`,
      },
      related,
    };
  return findUnmetCondition(model, transition) ?? findMissingAnswer(model, transition);
};

export const approvalStuck: Rule = {
  code: 'APPROVAL_STUCK',
  find: (model, exploration) =>
    listApproved(model).flatMap((status) =>
      (['approvedTransitionId', 'rejectedTransitionId'] as const).flatMap((field): Found[] => {
        const obstacle = findObstacle(model, exploration, status, status.approval[field]);
        if (!obstacle) return [];
        const { text, related = [], way } = obstacle;
        const result = way ? { kind: 'found' as const, value: way } : exploration.wayTo(status.id);
        return [
          {
            subject: aStatus(status),
            related,
            message: {
              pl: `Po ${decisions[field].pl} zadania utkną w statusie „${status.name}”: ${text.pl}.`,
              en: `After ${decisions[field].en}, tasks get stuck in the status “${status.name}”: ${text.en}.`,
            },
            example: wayExample(model, result),
          },
        ];
      }),
    ),
};
