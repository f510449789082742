import { Loading, Page, SkeletonCard } from '@obieg/ui';
import { useArePermissionsLoading, usePermissions } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { RedirectForbidden } from '../failures/RedirectForbidden';

interface RequireWorkflowManagerProps {
  /** Redirect target for callers without the permission. */
  fallbackPath: string;
  children: ReactNode;
}

/** Guards screens that change the workflow. The server enforces the same. */
export const RequireWorkflowManager = ({ fallbackPath, children }: RequireWorkflowManagerProps) => {
  const { canManageWorkflow } = usePermissions();
  const arePermissionsLoading = useArePermissionsLoading();
  if (canManageWorkflow) return children;
  if (!arePermissionsLoading) return <RedirectForbidden to={fallbackPath} />;
  return (
    <Page width="form">
      <Loading>
        <SkeletonCard />
      </Loading>
    </Page>
  );
};
