import { usePermissions, useSearchParams, useSession } from '@obieg/web-kit';

const parameter = 'parent';

/** Number of the task in `/submit-task?parent=`, whose subtask the new task becomes. Only for members. */
export const useParent = (): number | undefined => {
  const [parameters] = useSearchParams();
  const isSignedIn = useSession() !== undefined;
  const { hasBasePermission } = usePermissions();
  const parent = Number(parameters.get(parameter));
  return isSignedIn && hasBasePermission && Number.isSafeInteger(parent) && parent > 0 ? parent : undefined;
};
