import type { StatusTransition } from '@obieg/contracts';
import { foldText } from '@obieg/ui';
import { useMemo } from 'react';
import { useGroupList } from '../../api/groups.api';
import { useParameterList } from '../../api/parameters.api';
import { type ConditionTexts, useConditionTexts } from '../../conditions/use-condition-texts';
import { useAdminMessages } from '../../i18n/messages';

export interface TransitionWords {
  /** Names of the executor groups; undefined if everyone may run the transition. */
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
  groupNames: ReadonlyMap<number, string>,
  initial: string,
): TransitionWords => {
  const executors: TransitionWords['executors'] = ({ executorGroupIds }) =>
    joinNames(executorGroupIds.map((id) => groupNames.get(id) ?? `#${id}`));
  const conditions: TransitionWords['conditions'] = ({ parameterConditions }) =>
    parameterConditions.map(describe);
  const requirements: TransitionWords['requirements'] = ({ requiredParameters }) =>
    joinNames(requiredParameters.map(({ parameterId }) => nameOf(parameterId)));
  return {
    executors,
    conditions,
    requirements,
    searchText: (transition) =>
      foldText(
        [
          transition.name,
          transition.fromStatusName ?? initial,
          transition.toStatusName,
          transition.targetGroupName,
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
  const { data: groups } = useGroupList();
  return useMemo(
    () =>
      describeTransitions(
        conditionTexts,
        new Map(groups?.map(({ id, name }) => [id, name] as const)),
        t('transitions.initial'),
      ),
    [conditionTexts, groups, t],
  );
};
