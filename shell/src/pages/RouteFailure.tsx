import { Button, ErrorPanel, Page, PublicFrame, Text } from '@obieg/ui';
import { ContractError, isApiError, productName, usePageTitle } from '@obieg/web-kit';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { useShellMessages } from '../i18n/shell-messages';
import { RemoteLoadError } from '../remotes/remote-loader';

type FailureKind = 'load' | 'contract' | 'crash';

/** A page's own code did not arrive, as the bundler says it. */
const isLostChunk = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError';

const kindOf = (error: unknown): FailureKind => {
  if (error instanceof RemoteLoadError || isLostChunk(error)) return 'load';
  return error instanceof ContractError ? 'contract' : 'crash';
};

/** For whoever helps, in one line; a load failure says more by its cause. */
const technicalDetail = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.slice(0, 200);
};

const reload = (): void => location.reload();

/** In place of a page that did not arrive, does not fit this shell, or broke. Menu and other pages go on. */
const Failure = () => {
  const t = useShellMessages();
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const [isRetrying, setIsRetrying] = useState(false);
  const kind = kindOf(error);
  usePageTitle(t(`failure.${kind}.title`));

  const retry = async (): Promise<void> => {
    setIsRetrying(true);
    // The router runs loaders anew, and the loader of remotes takes the entry from the server again.
    await navigate(pathname + search + hash, { replace: true });
    setIsRetrying(false);
  };
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
      <Text>{t(`failure.${kind}.text`)}</Text>
      <Text size="small" muted>
        {t('failure.detail', { detail: technicalDetail(error) })}
      </Text>
    </ErrorPanel>
  );
};

const Surroundings = ({ isFramed, children }: { isFramed: boolean; children: ReactNode }) =>
  isFramed ? (
    <Page width="form">{children}</Page>
  ) : (
    <PublicFrame productName={productName}>{children}</PublicFrame>
  );

/** `isFramed`: sidebar and header stand around it already. */
export const RouteFailure = ({ isFramed }: { isFramed: boolean }) => (
  <Surroundings isFramed={isFramed}>
    <Failure />
  </Surroundings>
);
