import { Loading, PublicFrame, QueryFailure, SkeletonBar, TextLink } from '@obieg/ui';
import {
  isApiError,
  isMainDomain,
  organizationNameQuery,
  productName,
  readFirstData,
  readReason,
  useOrganizationName,
  usePageTitle,
  useQuery,
  useSession,
} from '@obieg/web-kit';
import { type ReactNode, Suspense } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { lazyPart } from '../../lazy-parts/lazy-part';
import { SubmissionWizard } from './SubmissionWizard';
import { questionnaireQuery } from './submission.api';
import classes from './submit.module.css';

/** Only the main domain asks for the organization. */
const ChooseOrganization = lazyPart(async () => {
  const module = await import(/* webpackChunkName: "mf-tasks-choose-organization" */ './ChooseOrganization');
  return { default: module.ChooseOrganization };
});

/** Keys of the placeholders; a typical first question has four answers. */
const skeletonAnswers = ['1', '2', '3', '4'];

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

const Placeholder = () => {
  const t = useTaskMessages();
  return (
    <>
      <h1 className="ob-visually-hidden">{t('submit.title')}</h1>
      <Loading>
        <div className={classes['skeleton']}>
          <SkeletonBar width="20%" />
          <SkeletonBar width="60%" height={26} />
          <div className={classes['skeletonAnswers']}>
            {skeletonAnswers.map((answer) => (
              <SkeletonBar key={answer} height={56} />
            ))}
          </div>
        </div>
      </Loading>
    </>
  );
};

const Questionnaire = () => {
  const t = useTaskMessages();
  const query = useQuery(questionnaireQuery);
  const { data, error } = query;
  // Another account, or a visitor, must not go on with what the page shows.
  const owner = useSession()?.user.username ?? '';
  if (data) return <SubmissionWizard key={owner} questions={data} />;
  if (!error) return <Placeholder />;
  const isOffline = isApiError(error) && error.code === 'NETWORK';
  return (
    <QueryFailure
      title={t('submit.questionsFailed')}
      icon={isOffline ? 'offline' : 'error'}
      isWholePage
      query={query}
    >
      {isOffline ? t('submit.checkConnection') : readReason(error)}
    </QueryFailure>
  );
};

export const loader = readFirstData((client) => [
  client.prefetchQuery(organizationNameQuery),
  ...(isMainDomain() ? [] : [client.prefetchQuery(questionnaireQuery)]),
]);

/** Page `/submit-task`: a questionnaire with one question at a time (spec 3 §2). */
export const Component = () => {
  const t = useTaskMessages();
  usePageTitle(t('submit.title'));
  return (
    <Frame>
      {isMainDomain() ? (
        <Suspense fallback={<Placeholder />}>
          <ChooseOrganization />
        </Suspense>
      ) : (
        <Questionnaire />
      )}
    </Frame>
  );
};
