import type { Permissions } from '@obieg/contracts';
import { create } from 'zustand';
import { isUnavailable } from '../http/api-error';
import { http } from '../http/http';
import { currentSession, onSessionChange } from './session.store';

interface PermissionsState {
  /** Undefined for visitors, until the first response and after a failed request (spec 1 §6). */
  permissions: Permissions | undefined;
  isLoading: boolean;
}

const usePermissionsStore = create<PermissionsState>(() => ({ permissions: undefined, isLoading: false }));

let latestRequest = 0;
const retryDelayMs = 5_000;

const loadPermissions = async ({ isRetry }: { isRetry: boolean }): Promise<void> => {
  const requestNumber = ++latestRequest;
  if (!currentSession()) {
    usePermissionsStore.setState({ permissions: undefined, isLoading: false });
    return;
  }
  // A retry runs in the background. The page stays as it is.
  if (!isRetry) usePermissionsStore.setState({ isLoading: true });
  let permissions: Permissions | undefined;
  try {
    permissions = (await http.get<Permissions>('/permissions/check')).data;
  } catch (error) {
    if (isUnavailable(error))
      setTimeout(
        () => requestNumber === latestRequest && void loadPermissions({ isRetry: true }),
        retryDelayMs,
      );
  }
  if (requestNumber === latestRequest) usePermissionsStore.setState({ permissions, isLoading: false });
};

/**
 * Loads the user's permissions at this address (spec 1 §6). Ignores the response of a superseded request. A failure
 * clears the permissions; if the service is unavailable, a retry follows. Never rejects.
 */
export const refreshPermissions = (): Promise<void> => loadPermissions({ isRetry: false });

onSessionChange(() => {
  usePermissionsStore.setState({ permissions: undefined });
  void refreshPermissions();
});

const none: Permissions = {
  hasBasePermission: false,
  hasOperatorPermission: false,
  canManageUsers: false,
  canManageOrganizations: false,
  canManageWorkflow: false,
  canManageAllUsers: false,
};

/** Returns the user's permissions, all false while unknown. The server enforces them. */
export const usePermissions = (): Permissions => usePermissionsStore((state) => state.permissions) ?? none;

/** Whether {@link usePermissions} is still loading. Wait for it before you reject a user. */
export const useArePermissionsLoading = (): boolean =>
  usePermissionsStore((state) => state.isLoading && state.permissions === undefined);
