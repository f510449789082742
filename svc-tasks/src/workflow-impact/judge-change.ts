import type { RenamedValue, TaskImpact } from '@obieg/contracts';
import { readAnswers } from '@obieg/workflow-rules';
import { isClosed, type JudgedWorkflow, listDecidingIds } from './judged-workflow';
import type { StatusWork, TaskGroup } from './task-groups';

export interface WorkflowChange {
  before: JudgedWorkflow;
  after: JudgedWorkflow;
  /** Values that the change also renames in the answers of tasks that are open after it. */
  renamedValues: readonly RenamedValue[];
}

/** Returns the statuses whose open tasks can be affected. The rules of all others stay the same. */
export const listAffectedStatuses = ({ before, after, renamedValues }: WorkflowChange): StatusWork[] => {
  const renamedIds = new Set(renamedValues.map(({ parameterId }) => parameterId));
  return [...before.statuses.values()].flatMap((status) => {
    const { id } = status;
    const later = after.statuses.get(id) ?? status;
    const parameterIds = listDecidingIds([before, after], id);
    const isAffected =
      status.statusType !== later.statusType ||
      before.describeRules(id) !== after.describeRules(id) ||
      parameterIds.some((parameterId) => renamedIds.has(parameterId));
    return isAffected && !(isClosed(status) && isClosed(later)) ? [{ ...status, parameterIds }] : [];
  });
};

/** Renames the values in answers. Each answer is renamed once, so that two values can swap their texts. */
const renameAnswers = (
  answers: Readonly<Record<string, string>>,
  renamedValues: readonly RenamedValue[],
): Record<string, string> => {
  const renamed = { ...answers };
  for (const { parameterId, from, to } of renamedValues)
    if (answers[parameterId] === from) renamed[parameterId] = to;
  return renamed;
};

type TransitionImpact = TaskImpact['transitions'][number];

/** Adds up what a change does to groups of open tasks. */
export const createTally = ({ before, after, renamedValues }: WorkflowChange) => {
  /** By status and transition: a restore can move a transition to another status. */
  const transitions = new Map<string, TransitionImpact>();
  const stuck = new Map<number, TaskImpact['stuck'][number]>();

  const count = (
    status: StatusWork,
    { id: transitionId, name }: { id: number; name: string },
    kind: 'lost' | 'gained',
    tasks: number,
  ): void => {
    const key = `${status.id} ${transitionId}`;
    const known = transitions.get(key) ?? {
      statusId: status.id,
      statusName: status.name,
      transitionId,
      transitionName: name,
      lost: 0,
      gained: 0,
    };
    transitions.set(key, { ...known, [kind]: known[kind] + tasks });
  };

  return {
    add: (status: StatusWork, { answers, tasks }: TaskGroup): void => {
      const [isOpen, staysOpen] = [!isClosed(status), !isClosed(after.statuses.get(status.id) ?? status)];
      const offered = before.offer(status.id, readAnswers(answers));
      const later = staysOpen ? renameAnswers(answers, renamedValues) : answers;
      const offeredLater = after.offer(status.id, readAnswers(later));
      const [ids, laterIds] = [offered, offeredLater].map((list) => new Set(list.map(({ id }) => id)));
      if (isOpen) {
        for (const one of offered) if (!laterIds?.has(one.id)) count(status, one, 'lost', tasks);
        for (const one of offeredLater) if (!ids?.has(one.id)) count(status, one, 'gained', tasks);
      }
      if (!staysOpen || offeredLater.length > 0 || (isOpen && offered.length === 0)) return;
      const known = stuck.get(status.id)?.tasks ?? 0;
      stuck.set(status.id, { statusId: status.id, statusName: status.name, tasks: known + tasks });
    },
    impact: (): Omit<TaskImpact, 'unchecked'> => ({
      transitions: [...transitions.values()],
      stuck: [...stuck.values()],
    }),
  };
};

/** Returns the open statuses with tasks that may be offered no transition. */
export const listStatusesWithConditions = (workflow: JudgedWorkflow): StatusWork[] =>
  [...workflow.statuses.values()].flatMap((status) =>
    isClosed(status) ||
    workflow.transitionsFrom(status.id).some(({ parameterConditions }) => parameterConditions.length === 0)
      ? []
      : [{ ...status, parameterIds: listDecidingIds([workflow], status.id) }],
  );
