import type { NewPasskey, PasskeyAssertion, PasskeyOptions } from '@obieg/contracts';
import type { Translate } from '@obieg/web-kit';
import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

type Options = PasskeyOptions['options'];

/** Opens the browser's dialog for a new passkey. Rejects with the browser's error. */
export const createPasskey = async (options: Options): Promise<NewPasskey> => {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, type, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) },
  };
};

/**
 * Opens the browser's dialog for the use of a passkey. Rejects with the browser's error.
 *
 * @param inAutofill offers passkeys in the list of the login field instead, without a dialog
 */
export const assertPasskey = async (options: Options, inAutofill = false): Promise<PasskeyAssertion> => {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, type, response } = await startAuthentication({
    optionsJSON,
    useBrowserAutofill: inAutofill,
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
};

/** Takes back what `assertPasskey` waits for. */
export const cancelPasskey = (): void => WebAuthnAbortService.cancelCeremony();

export const canAutofillPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill();

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Returns the text for an error of the browser; undefined for any other error. */
export const describePasskeyFailure = (error: unknown, t: Translate): string | undefined => {
  switch (nameOf(error)) {
    case 'NotAllowedError':
    case 'AbortError':
      return t('passkeyFailure.cancelled');
    case 'InvalidStateError':
      return t('passkeyFailure.known');
    case 'SecurityError':
    case 'NotSupportedError':
      return t('passkeyFailure.unsupported');
    default:
      return nameOf(error) === 'Error' ? t('passkeyFailure.unsupported') : undefined;
  }
};
