import { ErrorPanel, Spinner } from '@obieg/ui';
import { useQuery } from '@obieg/web-kit';
import { Component, type ReactNode } from 'react';
import { LoadFailure } from '../failures/LoadFailure';
import { useAdminMessages } from '../i18n/messages';
import { ownKey } from '../query-keys';
import { loadFont } from './font';
import classes from './lazy-picture.module.css';
import type { WorkflowPictureProps } from './WorkflowPicture';

/** Loads the code of the picture on first use. A query can retry a failed load; React.lazy cannot. */
const usePictureCode = () =>
  useQuery({
    queryKey: ownKey('workflow-picture-code'),
    // The page has loaded the font already, as a rule.
    queryFn: () =>
      loadFont().then(() => import(/* webpackChunkName: "mf-admin-picture" */ './WorkflowPicture')),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

interface PictureBoundaryProps {
  /** Replaces the picture after an error. */
  fallback: (retry: () => void) => ReactNode;
  children: ReactNode;
}

/** Keeps the lists of the page working when the picture fails to render. */
class PictureBoundary extends Component<PictureBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed
      ? this.props.fallback(() => this.setState({ hasFailed: false }))
      : this.props.children;
  }
}

interface LazyPictureProps {
  /** Undefined while the page loads the workflow. */
  picture: WorkflowPictureProps | undefined;
}

/** The picture of a workflow. Its code loads meanwhile. */
export const LazyPicture = ({ picture }: LazyPictureProps) => {
  const t = useAdminMessages();
  const code = usePictureCode();
  if (!code.data || !picture)
    return (
      <div className={classes['waiting']}>
        {code.error ? <LoadFailure title={t('diagram.failed')} query={code} /> : <Spinner />}
      </div>
    );
  const { WorkflowPicture } = code.data;
  return (
    <PictureBoundary fallback={(retry) => <ErrorPanel title={t('diagram.failed')} onRetry={retry} />}>
      <WorkflowPicture {...picture} />
    </PictureBoundary>
  );
};
