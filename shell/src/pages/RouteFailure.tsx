import { Button, ErrorPanel, Page, PublicFrame, Text } from '@obieg/ui';
import { ContractError, isApiError, productName, usePageTitle } from '@obieg/web-kit';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { checkConnection, useIsConnectionLost } from '../connection/connection';
import { isLostChunk } from '../delivery/classify-failure';
import { useShellMessages } from '../i18n/shell-messages';
import { RemoteLoadError } from '../remotes/remote-loader';

type FailureKind = 'load' | 'contract' | 'crash';

const classifyFailure = (error: unknown): FailureKind => {
  if (error instanceof RemoteLoadError || isLostChunk(error)) return 'load';
  return error instanceof ContractError ? 'contract' : 'crash';
};

/** One line for support. Prefers the cause, which is more specific. */
const describeError = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.slice(0, 200);
};

const reload = (): void => location.reload();

interface RouteFailureProps {
  /** Whether sidebar and header already surround it. */
  isFramed: boolean;
  /** Called once per error, except for a remote that was not loaded: its loader reports that. */
  onFailure: (error: unknown) => void;
}

const useFailureReport = (error: unknown, onFailure: RouteFailureProps['onFailure']): void => {
  const report = useEffectEvent(onFailure);
  useEffect(() => {
    if (!(error instanceof RemoteLoadError)) report(error);
  }, [error]);
};

/**
 * Retries once when the connection is back, if it was lost while the page failed to load.
 *
 * @returns whether it is lost now
 */
const useRetryOnReconnect = (isNeeded: boolean, retry: () => Promise<void>): boolean => {
  const isLost = useIsConnectionLost();
  const wasLost = useRef(false);
  const retryLater = useEffectEvent(() => void retry());
  useEffect(() => {
    // The failed file was no call, so the watch of the connection does not know of it.
    if (isNeeded) void checkConnection();
  }, [isNeeded]);
  useEffect(() => {
    if (isNeeded && wasLost.current && !isLost) retryLater();
    wasLost.current = isLost;
  }, [isNeeded, isLost]);
  return isLost && isNeeded;
};

/** Error panel for a remote that failed to load, has another contract version, or threw. */
const Failure = ({ onFailure }: Pick<RouteFailureProps, 'onFailure'>) => {
  const t = useShellMessages();
  const error = useRouteError();
  useFailureReport(error, onFailure);
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const [isRetrying, setIsRetrying] = useState(false);
  const kind = classifyFailure(error);
  usePageTitle(t(`failure.${kind}.title`));

  const retry = async (): Promise<void> => {
    setIsRetrying(true);
    // Navigation runs the loaders again, and the remote loader then fetches the entry again.
    await navigate(pathname + search + hash, { replace: true });
    setIsRetrying(false);
  };
  const isOffline = useRetryOnReconnect(kind === 'load', retry);
  return (
    <ErrorPanel
      title={t(`failure.${kind}.title`)}
      isWholePage
      icon={kind === 'load' ? 'offline' : 'error'}
      {...(kind === 'contract' ? {} : { onRetry: () => void retry(), isRetrying })}
      actions={
        <Button variant={kind === 'contract' ? 'primary' : 'secondary'} onClick={reload}>
          {t('failure.reload')}
        </Button>
      }
      requestId={isApiError(error) ? error.requestId : undefined}
    >
      <Text>{t(isOffline ? 'failure.offline' : `failure.${kind}.text`)}</Text>
      {isOffline ? null : (
        // Folded, because only support reads it.
        <details>
          <summary>{t('failure.details')}</summary>
          <Text size="small" muted>
            {describeError(error)}
          </Text>
        </details>
      )}
    </ErrorPanel>
  );
};

const FailureLayout = ({ isFramed, children }: { isFramed: boolean; children: ReactNode }) =>
  isFramed ? (
    <Page width="form">{children}</Page>
  ) : (
    <PublicFrame productName={productName}>{children}</PublicFrame>
  );

/** Error page of a route. */
export const RouteFailure = ({ isFramed, onFailure }: RouteFailureProps) => (
  <FailureLayout isFramed={isFramed}>
    <Failure onFailure={onFailure} />
  </FailureLayout>
);
