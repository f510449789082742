import type { Permissions } from '@obieg/contracts';
import { create } from 'zustand';
import { isAway } from '../http/api-error';
import { http } from '../http/http';
import { currentSession, onSessionChange } from './session.store';

interface PermissionsState {
  /** Undefined for visitors, before the first answer and after a failed one (spec 1 §6). */
  permissions: Permissions | undefined;
  isLoading: boolean;
}

const usePermissionsStore = create<PermissionsState>(() => ({ permissions: undefined, isLoading: false }));

let latest = 0;
const askAgainMs = 5_000;

const ask = async ({ isAgain }: { isAgain: boolean }): Promise<void> => {
  const number = ++latest;
  if (!currentSession()) {
    usePermissionsStore.setState({ permissions: undefined, isLoading: false });
    return;
  }
  // What a page shows meanwhile stays: nobody waits for the second answer.
  if (!isAgain) usePermissionsStore.setState({ isLoading: true });
  let permissions: Permissions | undefined;
  try {
    permissions = (await http.get<Permissions>('/permissions/check')).data;
  } catch (error) {
    if (isAway(error)) setTimeout(() => number === latest && void ask({ isAgain: true }), askAgainMs);
  }
  if (number === latest) usePermissionsStore.setState({ permissions, isLoading: false });
};

/**
 * Asks the server what the signed-in person may do at this address (spec 1 §6). The answer to an overtaken question is
 * dropped; a failed question clears the permissions and, where nobody answered, is asked again. Never rejects.
 */
export const refreshPermissions = (): Promise<void> => ask({ isAgain: false });

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
