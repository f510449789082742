import type { StatusTransition } from '@obieg/contracts';
import { foldText } from '@obieg/ui';
import { useMemo } from 'react';
import { type GroupNames, useGroupNames } from '../../api/groups.api';
import { useParameterList } from '../../api/parameters.api';
import { type ConditionTexts, useConditionTexts } from '../../conditions/use-condition-texts';
import { useAdminMessages } from '../../i18n/messages';

export interface TransitionWords {
  /** Path of the target group; undefined if there is none. */
  targetGroup: (transition: StatusTransition) => string | undefined;
  /** Paths of the executor groups; undefined if everyone may run the transition. */
  executors: (transition: StatusTransition) => string | undefined;
  conditions: (transition: StatusTransition) => string[];
  /** Names of the parameters that the transition asks for; undefined if there are none. */
  requirements: (transition: StatusTransition) => string | undefined;
  /** All words of a transition, for the search. */
  searchText: (transition: StatusTransition) => string;
}

const joinNames = (names: readonly string[]): string | undefined =>
  names.length > 0 ? names.join(', ') : undefined;

const describeTransitions = (
  { nameOf, describe }: ConditionTexts,
  nameOfGroup: GroupNames,
  initial: string,
): TransitionWords => {
  const executors: TransitionWords['executors'] = ({ executorGroupIds }) =>
    joinNames(executorGroupIds.map((id) => nameOfGroup(id)));
  const targetGroup: TransitionWords['targetGroup'] = ({ targetGroupId, targetGroupName }) =>
    targetGroupId === null ? undefined : nameOfGroup(targetGroupId, targetGroupName);
  const conditions: TransitionWords['conditions'] = ({ parameterConditions }) =>
    parameterConditions.map(describe);
  const requirements: TransitionWords['requirements'] = ({ requiredParameters }) =>
    joinNames(requiredParameters.map(({ parameterId }) => nameOf(parameterId)));
  return {
    targetGroup,
    executors,
    conditions,
    requirements,
    searchText: (transition) =>
      foldText(
        [
          transition.name,
          transition.fromStatusName ?? initial,
          transition.toStatusName,
          targetGroup(transition),
          transition.description,
          executors(transition),
          ...conditions(transition),
          requirements(transition),
        ]
          .filter(Boolean)
          .join('\n'),
      ),
  };
};

/** Returns functions that put executors, conditions and required parameters of transitions into words. */
export const useTransitionWords = (): TransitionWords => {
  const t = useAdminMessages();
  const conditionTexts = useConditionTexts(useParameterList().data);
  const nameOfGroup = useGroupNames();
  return useMemo(
    () => describeTransitions(conditionTexts, nameOfGroup, t('transitions.initial')),
    [conditionTexts, nameOfGroup, t],
  );
};
