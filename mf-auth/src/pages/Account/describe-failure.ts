import { isApiError, type Translate } from '@obieg/web-kit';
import { describeOutage } from '../../failures/describe-outage';

/** Returns the text for a failed call; undefined if the fields name what is wrong. */
export const describeFailure = (error: unknown, t: Translate): string | undefined => {
  if (isApiError(error) && error.fieldErrors.length > 0) return undefined;
  return describeOutage(error, t) ?? t('outage.unexpected');
};
