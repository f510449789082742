import type { ProviderFailure } from '@obieg/contracts';

/** Why a sign-in with a provider cannot go on. */
export class ProviderError extends Error {
  readonly reason: ProviderFailure;
  /** In the words of the protocol, for the administrator who tests the provider. */
  readonly detail: string | undefined;

  constructor(reason: ProviderFailure, detail?: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'ProviderError';
    this.reason = reason;
    this.detail = detail;
  }
}

const detailMaxLength = 300;

/** Finds the ProviderError that a library wrapped, or creates one. */
export const toProviderError = (error: unknown, reason: ProviderFailure): ProviderError => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderError) return cause;
  const detail = error instanceof Error ? error.message.slice(0, detailMaxLength) : undefined;
  return new ProviderError(reason, detail, error);
};
