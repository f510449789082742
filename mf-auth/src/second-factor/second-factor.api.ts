import type {
  AddedFactor,
  AddFactor,
  AuthResponse,
  FirstFactorResponse,
  NewPasskey,
  PasskeyAssertion,
  PasskeyOptions,
  PassSecondStep,
  TotpSetUp,
} from '@obieg/contracts';
import { http } from '@obieg/web-kit';

// The second step of a sign-in, and the set-up of factors. Each rejects with ApiError.

const postOptions = async (path: string, body: object = {}): Promise<PasskeyOptions['options']> =>
  (await http.post<PasskeyOptions>(path, body)).data.options;

export const fetchSignInOptions = () => postOptions('/auth/passkey/options');

export const signInByPasskey = async (passkey: PasskeyAssertion): Promise<AuthResponse> =>
  (await http.post<AuthResponse>('/auth/passkey', { passkey })).data;

export const fetchStepOptions = (challenge: string) =>
  postOptions('/auth/second-step/passkey-options', { challenge });

export const passSecondStep = async (proof: PassSecondStep): Promise<AuthResponse> =>
  (await http.post<AuthResponse>('/auth/second-step', proof)).data;

/** Calls that set a factor up: in the account, or during a sign-in that requires one. */
export interface SetUpCalls<Added> {
  beginTotp(): Promise<TotpSetUp>;
  beginPasskey(): Promise<PasskeyOptions['options']>;
  add(factor: { name: string } & Pick<AddFactor, 'totp'> & { passkey?: NewPasskey }): Promise<Added>;
}

export const ownSetUpCalls: SetUpCalls<AddedFactor> = {
  beginTotp: async () => (await http.post<TotpSetUp>('/account/second-factors/totp', {})).data,
  beginPasskey: () => postOptions('/account/second-factors/passkey-options'),
  add: async (factor) => (await http.post<AddedFactor>('/account/second-factors', factor)).data,
};

export const signInSetUpCalls = (challenge: string): SetUpCalls<FirstFactorResponse> => ({
  beginTotp: async () => (await http.post<TotpSetUp>('/auth/second-step/factors/totp', { challenge })).data,
  beginPasskey: () => postOptions('/auth/second-step/factors/passkey-options', { challenge }),
  add: async (factor) =>
    (await http.post<FirstFactorResponse>('/auth/second-step/factors', { challenge, ...factor })).data,
});
