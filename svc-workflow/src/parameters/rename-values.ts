import type { RenamedValue } from '@obieg/contracts';
import { renameAnswersOf, renameUses } from '@obieg/workflow-rules';
import type { Configuration } from '../model/configuration.model';

/** A dictionary row of a request. */
export interface SavedValue {
  id?: number | undefined;
  value: string;
}

/** Returns the configuration with the values renamed wherever parameters, transitions and scenarios name them. */
export const renameEverywhere = (
  configuration: Configuration,
  renamedValues: readonly RenamedValue[],
): Configuration => {
  if (renamedValues.length === 0) return configuration;
  return {
    ...renameUses(configuration, renamedValues),
    scenarios: renameAnswersOf(configuration.scenarios, renamedValues),
  };
};
