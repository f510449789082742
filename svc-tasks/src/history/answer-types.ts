import type { ChangeHistoryEntry, ParameterType } from '@obieg/contracts';
import type { CachedConfiguration } from '../configuration/configuration.repo';

type Change = ChangeHistoryEntry['changes'][number];

/** Entries say of which type an answer was; the oldest ones only what its question was called. */
export const lacksParameterType = ({ field, parameterType }: Change): boolean =>
  field === 'workflowParameters' && parameterType === undefined;

/** The type of the known questions of a name; none where they are of several, since another's would show a wrong value. */
export const mapTypesByName = ({
  knownQuestions,
}: CachedConfiguration): ReadonlyMap<string | null, ParameterType | undefined> => {
  const types = new Map<string | null, ParameterType | undefined>();
  for (const { displayName, parameterType } of knownQuestions.values()) {
    const isAnother = types.has(displayName) && types.get(displayName) !== parameterType;
    types.set(displayName, isAnother ? undefined : parameterType);
  }
  return types;
};
