import { getRejectionReason } from '@obieg/web-kit';

/** The sentence of the specification's texts that suggests a retry, in both languages. */
const retryAdvice = / (Please try again|Spr\u00f3buj ponownie)\.$/;

export const dropRetryAdvice = (text: string): string => text.replace(retryAdvice, '');

/**
 * Appends the server's reason, if any, to the specification's text for the failure. Removes the advice to retry then,
 * because a retry would fail for the same reason.
 */
export const appendReason = (text: string, error: unknown): string => {
  const reason = getRejectionReason(error);
  return reason ? `${dropRetryAdvice(text)} ${reason}` : text;
};
