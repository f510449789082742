import type { ProviderAuthorization, SignInResponse } from '@obieg/contracts';
import { http } from '@obieg/web-kit';

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
