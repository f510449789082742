import { Loading, Page, SkeletonCard } from '@obieg/ui';
import { Navigate, useArePermissionsLoading, usePermissions } from '@obieg/web-kit';
import type { ReactNode } from 'react';

interface RequireWorkflowManagerProps {
  /** Where those go who may only look. */
  instead: string;
  children: ReactNode;
}

/** Screens that change the workflow. The server refuses others anyway. */
export const RequireWorkflowManager = ({ instead, children }: RequireWorkflowManagerProps) => {
  const { canManageWorkflow } = usePermissions();
  const arePermissionsLoading = useArePermissionsLoading();
  if (canManageWorkflow) return children;
  if (!arePermissionsLoading) return <Navigate to={instead} replace />;
  return (
    <Page width="form">
      <Loading>
        <SkeletonCard />
      </Loading>
    </Page>
  );
};
