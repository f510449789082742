import { type ProviderFailure, providerFailures, providerTestSteps } from '@obieg/contracts';
import type { Translate } from '@obieg/web-kit';

export const listAddress = '/connections/sign-in';
export const pageAddress = (id: number): string => `${listAddress}/${id}`;

const isKnownReason = (reason: string): reason is ProviderFailure =>
  (providerFailures as readonly string[]).includes(reason);

/** Says why a step failed. A newer server may send a reason without a text; it is shown as it is then. */
export const explainFailure = (t: Translate, reason: string): string =>
  isKnownReason(reason) ? t(`providers.failures.${reason}`) : reason;

/** Name of a step, also of one that only a newer version knows. */
export const nameStep = (t: Translate, step: string): string =>
  (providerTestSteps as readonly string[]).includes(step) ? t(`providers.steps.${step}`) : step;
