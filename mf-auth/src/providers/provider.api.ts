import type { OfferedProviders, ProviderAuthorization, SignInResponse } from '@obieg/contracts';
import { http } from '@obieg/web-kit';

/** An identity provider as the login page offers it. */
export type OfferedProvider = OfferedProviders['providers'][number];

export const fetchOfferedProviders = async (signal: AbortSignal): Promise<OfferedProvider[]> =>
  (await http.get<OfferedProviders>('/auth/identity-providers', { signal })).data.providers;

/**
 * Leaves the page for the identity provider, which returns to /login/callback. The return address stays in the tab.
 *
 * @param loginHint what the person has typed
 */
export const goToProvider = async (providerId: number, loginHint?: string): Promise<void> => {
  const { data } = await http.post<ProviderAuthorization>(
    `/auth/identity-providers/${providerId}/authorization`,
    loginHint === undefined ? {} : { loginHint },
  );
  location.assign(data.address);
};

/** @param query of the callback page */
export const finishProviderSignIn = async (
  query: string,
): Promise<SignInResponse | { testedProviderId: number }> =>
  (await http.post<SignInResponse | { testedProviderId: number }>('/auth/provider-callback', { query })).data;
