import { problem } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { translate } from '../messages/server-messages';

/**
 * Prevents that a change replaces a value that its author has not seen.
 *
 * @param isExpected whether the locked task has the value that the caller saw
 * @throws 412
 */
export const checkExpected = ({ language }: SignedInCaller, isExpected: boolean): void => {
  if (!isExpected) throw problem.preconditionFailed(translate(language, 'changedMeanwhile'));
};
