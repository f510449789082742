import type {
  AuthResponse,
  LoginMethods,
  SendCode,
  SendCodeResponse,
  TokenInfo,
  VerifyCodeResponse,
} from '@obieg/contracts';
import { http, startSession } from '@obieg/web-kit';

/** The calls of spec 1 §7 and of e-mail verification (spec 3 §7). Each rejects with ApiError. */
export const checkLoginMethods = async (email: string): Promise<LoginMethods> =>
  (await http.post<LoginMethods>('/auth/check-login-methods', { email })).data;

const beginSession = ({ token, id, username, email }: AuthResponse): void =>
  startSession(token, { id, username, email });

export const signIn = async (email: string, password: string): Promise<void> =>
  beginSession((await http.post<AuthResponse>('/auth/signin', { email, password })).data);

/** Signs in by the code with which another address of the product led here. */
export const exchangeCode = async (code: string): Promise<void> =>
  beginSession((await http.post<AuthResponse>('/auth/exchange', { code })).data);

/** Also signs in. */
export const setPassword = async (token: string, password: string): Promise<void> =>
  beginSession((await http.post<AuthResponse>('/auth/set-password', { token, password })).data);

/** To an address, or again to the one that an earlier code's token stands for. */
export const sendCode = async (to: SendCode): Promise<SendCodeResponse> =>
  (await http.post<SendCodeResponse>('/email-verification/send-code', to)).data;

export const fetchTokenInfo = async (token: string): Promise<TokenInfo> =>
  (await http.get<TokenInfo>(`/email-verification/token-info/${encodeURIComponent(token)}`)).data;

export const verifyCode = async (token: string, code: string): Promise<VerifyCodeResponse> =>
  (await http.post<VerifyCodeResponse>('/email-verification/verify-with-token', { token, code })).data;
