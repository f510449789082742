import type {
  AuthResponse,
  LoginMethods,
  PasswordAccount,
  SecondStep,
  SendCode,
  SendCodeResponse,
  SignInResponse,
  TokenInfo,
  VerifyCodeResponse,
} from '@obieg/contracts';
import { http, startSession } from '@obieg/web-kit';

// Sign-in calls (spec 1 §7) and email verification calls (spec 3 §7). Each rejects with ApiError.

export const checkLoginMethods = async (email: string): Promise<LoginMethods> =>
  (await http.post<LoginMethods>('/auth/check-login-methods', { email })).data;

export const startSessionFrom = ({ token, id, username, email }: AuthResponse): void =>
  startSession(token, { id, username, email });

/** Starts the session. @returns the second step if the sign-in needs one first */
const takeFirstStep = (answer: SignInResponse): SecondStep | undefined => {
  if ('secondStep' in answer) return answer.secondStep;
  startSessionFrom(answer);
  return undefined;
};

export const signIn = async (email: string, password: string): Promise<SecondStep | undefined> =>
  takeFirstStep((await http.post<SignInResponse>('/auth/signin', { email, password })).data);

/** Exchanges a one-time code from another domain of the product for a session on this domain. */
export const exchangeCode = async (code: string): Promise<SecondStep | undefined> =>
  takeFirstStep((await http.post<SignInResponse>('/auth/exchange', { code })).data);

/** Returns the account whose password the token may set. Rejects with 400 for an invalid token. */
export const fetchPasswordAccount = async (token: string): Promise<PasswordAccount> =>
  (await http.post<PasswordAccount>('/auth/password-account', { token })).data;

/** Sets the password and signs in. */
export const setPassword = async (token: string, password: string): Promise<SecondStep | undefined> =>
  takeFirstStep((await http.post<SignInResponse>('/auth/set-password', { token, password })).data);

/** @param recipient an address, or the token of an earlier code to resend to the same address. */
export const sendCode = async (recipient: SendCode): Promise<SendCodeResponse> =>
  (await http.post<SendCodeResponse>('/email-verification/send-code', recipient)).data;

export const fetchTokenInfo = async (token: string): Promise<TokenInfo> =>
  (await http.get<TokenInfo>(`/email-verification/token-info/${encodeURIComponent(token)}`)).data;

export const verifyCode = async (token: string, code: string): Promise<VerifyCodeResponse> =>
  (await http.post<VerifyCodeResponse>('/email-verification/verify-with-token', { token, code })).data;
