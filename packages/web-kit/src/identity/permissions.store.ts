import type { Permissions } from '@obieg/contracts';
import { create } from 'zustand';
import { isApiError } from '../http/api-error';
import { http } from '../http/http';
import { currentSession, onSessionChange } from '../session/session.store';

/**
 * - `loading`: the first request is pending.
 * - `retrying`: a request failed, and another follows. Known permissions stay.
 * - `failed`: all retries failed. The permissions are cleared (spec 1 §6).
 */
type Status = 'idle' | 'loading' | 'retrying' | 'failed';

interface PermissionsState {
  /** Undefined for visitors, until the first response and after a failed load. */
  permissions: Permissions | undefined;
  status: Status;
}

const usePermissionsStore = create<PermissionsState>(() => ({ permissions: undefined, status: 'idle' }));

const retryDelaysMs = [500, 1_000, 2_000, 5_000, 10_000];
/** After the retries, so that a long outage ends by itself. */
const backgroundDelayMs = 30_000;

/** Whether a later request can succeed. A refusal (4xx) is final, except for too many requests. */
const isTemporary = (error: unknown): boolean =>
  isApiError(error) && (error.status === undefined || error.status >= 500 || error.status === 429);

let latestLoad = 0;

const load = async (loadNumber: number, failures: number): Promise<void> => {
  const isLatest = (): boolean => loadNumber === latestLoad;
  if (!isLatest()) return;
  try {
    const { data } = await http.get<Permissions>('/permissions/check');
    if (isLatest()) usePermissionsStore.setState({ permissions: data, status: 'idle' });
  } catch (error) {
    if (!isLatest()) return;
    const retryDelayMs = retryDelaysMs[failures];
    if (isTemporary(error) && retryDelayMs !== undefined)
      usePermissionsStore.setState({ status: 'retrying' });
    else usePermissionsStore.setState({ permissions: undefined, status: 'failed' });
    if (isTemporary(error))
      setTimeout(() => void load(loadNumber, failures + 1), retryDelayMs ?? backgroundDelayMs);
  }
};

/**
 * Loads the user's permissions at this address (spec 1 §6). Ignores the response of a superseded load. Retries a
 * temporary failure with increasing delays and keeps the known permissions meanwhile. Resolves after the first
 * response; never rejects.
 */
export const refreshPermissions = async (): Promise<void> => {
  const loadNumber = ++latestLoad;
  if (!currentSession()) {
    usePermissionsStore.setState({ permissions: undefined, status: 'idle' });
    return;
  }
  usePermissionsStore.setState({ status: 'loading' });
  await load(loadNumber, 0);
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

/** Returns the user's permissions, all false while unknown. The server enforces them. */
export const usePermissions = (): Permissions => usePermissionsStore((state) => state.permissions) ?? none;

/** Whether {@link usePermissions} is still loading. Wait for it before you reject a user. */
export const useArePermissionsLoading = (): boolean =>
  usePermissionsStore(
    ({ permissions, status }) => permissions === undefined && (status === 'loading' || status === 'retrying'),
  );

/** Whether the permissions could not be loaded. Undefined if they could, or while the first request is pending. */
export const usePermissionsFailure = (): 'retrying' | 'failed' | undefined =>
  usePermissionsStore(({ status }) => (status === 'retrying' || status === 'failed' ? status : undefined));
