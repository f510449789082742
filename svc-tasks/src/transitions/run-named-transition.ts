import type { WorkflowConfiguration } from '@obieg/contracts';
import { problem, type Tx } from '@obieg/service-kit';
import { listRequiredAnswers } from '@obieg/workflow-rules';
import type { SignedInCaller } from '../callers/caller';
import { parseGroupIds, selectActingGroups } from '../groups/effective-groups';
import { translate } from '../messages/server-messages';
import type { LockedTask, LockedTaskChange } from '../tasks/change-task';
import { listOfferedTransitions } from './offered-transitions';
import { moveTask } from './run-transition';

type Transition = WorkflowConfiguration['transitions'][number];

interface NamedTransition {
  transitionName: string;
  workflowParameters: Readonly<Record<string, string>>;
}

/** The first transition of this name that the caller may run; otherwise the first one. @throws 409 if none is offered */
const getNamedTransition = async (
  tx: Tx,
  { configuration, row }: LockedTask,
  { actor, language }: SignedInCaller,
  name: string,
): Promise<Transition> => {
  const { rows } = await selectActingGroups(tx, actor.userId);
  const offered = listOfferedTransitions(configuration, row, actor, parseGroupIds(rows)).filter(
    ({ transition }) => transition.name === name,
  );
  const found = offered.find(({ reasons }) => reasons.length === 0) ?? offered[0];
  if (!found) throw problem.conflict('STATUS_MOVED_ON', translate(language, 'noTransitionOfName'));
  return found.transition;
};

/** The given answers that this task's transition asks for. */
const selectAnswers = (
  { configuration }: LockedTask,
  transition: Transition,
  given: NamedTransition['workflowParameters'],
): Record<string, string> =>
  Object.fromEntries(
    listRequiredAnswers(configuration, transition).flatMap(({ parameter: { id } }) => {
      const value = given[id];
      return value === undefined ? [] : [[String(id), value]];
    }),
  );

/** Runs the transition of this name on a locked task, whatever its status. @throws 403, 409, 422 */
export const moveTaskByName =
  (caller: SignedInCaller, { transitionName, workflowParameters }: NamedTransition): LockedTaskChange =>
  async (tx, task) => {
    if (task.view !== 'member') throw problem.forbidden(translate(caller.language, 'transitionForbidden'));
    const transition = await getNamedTransition(tx, task, caller, transitionName);
    const answers = selectAnswers(task, transition, workflowParameters);
    return moveTask(caller, { transitionId: transition.id, workflowParameters: answers })(tx, task);
  };
