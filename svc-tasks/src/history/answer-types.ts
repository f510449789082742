import type { ChangeHistoryEntry, ParameterType } from '@obieg/contracts';
import type { CachedConfiguration } from '../workflow-model/configuration.repo';

type Change = ChangeHistoryEntry['changes'][number];

/** True for changes of an answer in old entries, which contain only the name of the question. */
export const lacksParameterType = ({ field, parameterType }: Change): boolean =>
  field === 'workflowParameters' && parameterType === undefined;

/** Maps question names to types. Undefined if questions with one name have different types. */
export const mapTypesByName = ({
  knownQuestions,
}: CachedConfiguration): ReadonlyMap<string | null, ParameterType | undefined> => {
  const types = new Map<string | null, ParameterType | undefined>();
  for (const { displayName, parameterType } of knownQuestions.values()) {
    const isAmbiguous = types.has(displayName) && types.get(displayName) !== parameterType;
    types.set(displayName, isAmbiguous ? undefined : parameterType);
  }
  return types;
};
