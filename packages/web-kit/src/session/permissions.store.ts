import type { Permissions } from '@obieg/contracts';
import { create } from 'zustand';
import { http } from '../http/http';
import { currentSession, onSessionChange } from './session.store';

interface PermissionsState {
  /** Undefined for visitors, before the first answer and after a failed one (spec 1 §6). */
  permissions: Permissions | undefined;
  isLoading: boolean;
}

const usePermissionsStore = create<PermissionsState>(() => ({ permissions: undefined, isLoading: false }));

let latest = 0;

/**
 * Asks the server what the signed-in person may do at this address (spec 1 §6). The answer to an overtaken question is
 * dropped; a failed question clears the permissions. Never rejects.
 */
export const refreshPermissions = async (): Promise<void> => {
  const number = ++latest;
  if (!currentSession()) {
    usePermissionsStore.setState({ permissions: undefined, isLoading: false });
    return;
  }
  usePermissionsStore.setState({ isLoading: true });
  const permissions = await http.get<Permissions>('/permissions/check').then(
    ({ data }) => data,
    () => undefined,
  );
  if (number === latest) usePermissionsStore.setState({ permissions, isLoading: false });
};

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

/** What the person may do here, all false while unknown. Mirrors the server, which decides. */
export const usePermissions = (): Permissions => usePermissionsStore((state) => state.permissions) ?? none;

/** Whether {@link usePermissions} is still to be answered; a page waits for it before it turns somebody away. */
export const useArePermissionsLoading = (): boolean =>
  usePermissionsStore((state) => state.isLoading && state.permissions === undefined);
