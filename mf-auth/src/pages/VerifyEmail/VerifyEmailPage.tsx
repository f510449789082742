import type { SecondStep, TokenInfo } from '@obieg/contracts';
import { QueryView, SkeletonLines } from '@obieg/ui';
import {
  isApiError,
  Navigate,
  rememberReturnUrl,
  takeReturnUrl,
  usePageTitle,
  useQuery,
  useSearchParams,
} from '@obieg/web-kit';
import { useState } from 'react';
import { useAuthMessages } from '../../i18n/messages';
import { ownKey } from '../../query-keys';
import { SecondStepPart } from '../../second-factor/SecondStepPart';
import { AuthFrame } from '../../sign-in/AuthFrame';
import { fetchTokenInfo, startSessionFrom } from '../../sign-in/auth.api';
import { InvalidLink } from '../../sign-in/InvalidLink';
import { Verified } from './Verified';
import { VerifyEmailForm } from './VerifyEmailForm';

/** The server allows a new code one minute after the last, so polling faster would not help. */
const resendPollMs = 10_000;

/**
 * Statuses that mean an invalid token. The server returns 400 for a malformed, unknown, used or expired token.
 * A token of dots changes the request path and yields 404.
 */
const invalidTokenStatuses = new Set([400, 404]);

const isInvalidTokenError = (error: unknown): boolean =>
  isApiError(error) && error.status !== undefined && invalidTokenStatuses.has(error.status);

const Verification = ({ token }: { token: string }) => {
  const t = useAuthMessages();
  // Kept outside VerifyEmailForm: the new session clears the query cache, which unmounts the form.
  const [isVerified, setIsVerified] = useState(false);
  const [waiting, setWaiting] = useState<{ step: SecondStep; task: TokenInfo['task'] }>();
  const query = useQuery({
    queryKey: ownKey('verification', token),
    queryFn: () => fetchTokenInfo(token),
    enabled: !isVerified && !waiting,
    // The page has a retry button. Silent retries would delay the error by seconds.
    retry: false,
    refetchInterval: ({ state }) => (state.data?.canResend === false ? resendPollMs : false),
  });
  const finish = (task: TokenInfo['task']): void => {
    if (task) {
      // Removes an earlier address: the user confirms this task now, whatever page asked for a sign-in before.
      takeReturnUrl();
      rememberReturnUrl(`/task/${task.publicTaskId}`);
    }
    setIsVerified(true);
  };
  if (isVerified) {
    return (
      <AuthFrame title={t('verify.title')}>
        <Verified token={token} />
      </AuthFrame>
    );
  }
  if (waiting) {
    return (
      <SecondStepPart
        title={t('verify.title')}
        step={waiting.step}
        onPassed={(session) => {
          startSessionFrom(session);
          finish(waiting.task);
        }}
      />
    );
  }
  if (isInvalidTokenError(query.error) || query.data?.success === false) {
    return (
      <AuthFrame title={t('verify.invalid')}>
        <InvalidLink />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('verify.title')}>
      <QueryView query={query} failure={t('verify.infoFailed')} skeleton={<SkeletonLines lines={3} />}>
        {(info) => (
          <VerifyEmailForm
            token={token}
            info={info}
            onVerified={() => finish(info.task)}
            onSecondStep={(step) => setWaiting({ step, task: info.task })}
          />
        )}
      </QueryView>
    </AuthFrame>
  );
};

/** Verifies an email address with the code sent to it (spec 3 §2, §4). */
export const Component = () => {
  const t = useAuthMessages();
  const [search] = useSearchParams();
  const token = search.get('token');
  usePageTitle(t('verify.title'));
  return token ? <Verification key={token} token={token} /> : <Navigate to="/submit-task" replace />;
};
