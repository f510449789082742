import type { PublicParameter } from '@obieg/contracts';
import { ErrorPanel, Loading, PublicFrame, SkeletonBar, SkeletonLines, TextLink } from '@obieg/ui';
import {
  isApiError,
  isMainDomain,
  productName,
  useOrganizationName,
  usePageTitle,
  useQuery,
  useSession,
} from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { useTaskMessages } from '../../messages';
import { ChooseOrganization } from './ChooseOrganization';
import { SubmissionWizard } from './SubmissionWizard';
import { fetchQuestionnaire, questionnaireKey } from './submission.api';

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

const Questionnaire = () => {
  const t = useTaskMessages();
  const { data, error, isFetching, refetch } = useQuery<PublicParameter[]>({
    queryKey: questionnaireKey,
    queryFn: fetchQuestionnaire,
    // A questionnaire that changes under somebody's hands would take away what they answered.
    staleTime: Number.POSITIVE_INFINITY,
    // Without a connection it shall fail and say so; by default it would wait without a word.
    networkMode: 'always',
  });
  if (data) return <SubmissionWizard questions={data} />;
  if (error) {
    const failure = isApiError(error) ? error : undefined;
    const isOffline = failure?.code === 'NETWORK';
    return (
      <ErrorPanel
        title={t('submit.questionsFailed')}
        icon={isOffline ? 'offline' : 'error'}
        isWholePage
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        requestId={failure?.requestId}
      >
        {isOffline ? t('submit.checkConnection') : failure?.serverMessage}
      </ErrorPanel>
    );
  }
  return (
    <>
      <h1 className="ob-visually-hidden">{t('submit.title')}</h1>
      <Loading>
        <SkeletonBar width="40%" />
        <SkeletonLines lines={5} />
      </Loading>
    </>
  );
};

/** Submitting a task by answering the organization's questions one at a time (spec 3 §2). */
export const Component = () => {
  const t = useTaskMessages();
  usePageTitle(t('submit.title'));
  return <Frame>{isMainDomain() ? <ChooseOrganization /> : <Questionnaire />}</Frame>;
};
