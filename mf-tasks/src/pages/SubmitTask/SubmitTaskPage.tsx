import type { PublicParameter } from '@obieg/contracts';
import { ErrorPanel, Loading, PublicFrame, SkeletonLines, TextLink } from '@obieg/ui';
import {
  isApiError,
  productName,
  useOrganizationName,
  usePageTitle,
  useQuery,
  useSession,
} from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { useTaskMessages } from '../../messages';
import { SubmissionWizard } from './SubmissionWizard';
import { fetchQuestionnaire } from './submission.api';

const Frame = ({ children }: { children: ReactNode }) => {
  const t = useTaskMessages();
  const { data: organizationName } = useOrganizationName();
  const isSignedIn = useSession() !== undefined;
  return (
    <PublicFrame
      productName={productName}
      organizationName={organizationName ?? undefined}
      width="wizard"
      actions={
        isSignedIn ? (
          <TextLink to="/dashboard">{t('submit.toDashboard')}</TextLink>
        ) : (
          <TextLink to="/login">{t('submit.toLogin')}</TextLink>
        )
      }
    >
      {children}
    </PublicFrame>
  );
};

/** Submitting a task by answering the organization's questions one at a time (spec 3 §2). */
export const Component = () => {
  const t = useTaskMessages();
  usePageTitle(t('submit.title'));
  const { data, error, isFetching, refetch } = useQuery<PublicParameter[]>({
    queryKey: ['questionnaire'],
    queryFn: fetchQuestionnaire,
    // A questionnaire that changes under somebody's hands would take away what they answered.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Frame>
      {data ? <SubmissionWizard questions={data} /> : null}
      {!data && error ? (
        <ErrorPanel
          title={t('submit.questionsFailed')}
          isWholePage
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          requestId={isApiError(error) ? error.requestId : undefined}
        />
      ) : null}
      {!data && !error ? (
        <Loading>
          <SkeletonLines lines={4} />
        </Loading>
      ) : null}
    </Frame>
  );
};
