import { describeMissingPart, type Outage, outageOf, type Translate } from '@obieg/web-kit';

const keys: Readonly<Record<Outage, string>> = {
  'too-many-requests': 'outage.tooMany',
  unavailable: 'outage.unavailable',
  offline: 'outage.offline',
};

/** Returns what happened if a call failed without an answer to it, otherwise undefined. */
export const describeOutage = (error: unknown, t: Translate): string | undefined => {
  const outage = outageOf(error);
  return describeMissingPart(error) ?? (outage && t(keys[outage]));
};
