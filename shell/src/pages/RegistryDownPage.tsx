import { ErrorPanel, PublicFrame, Text } from '@obieg/ui';
import { productName } from '@obieg/web-kit';
import { useState } from 'react';
import { useShellMessages } from '../i18n/shell-messages';

interface RegistryDownPageProps {
  /** Starts the shell again. Resolves if that fails. */
  onRetry: () => Promise<void>;
}

/** Shown instead of the whole application, because without the registry there are no routes. */
export const RegistryDownPage = ({ onRetry }: RegistryDownPageProps) => {
  const t = useShellMessages();
  const [isRetrying, setIsRetrying] = useState(false);
  const retry = async (): Promise<void> => {
    setIsRetrying(true);
    await onRetry();
    setIsRetrying(false);
  };
  return (
    <PublicFrame productName={productName}>
      <ErrorPanel
        isWholePage
        title={t('registryDown.title')}
        icon="offline"
        onRetry={() => void retry()}
        isRetrying={isRetrying}
      >
        <Text>{t('registryDown.text')}</Text>
      </ErrorPanel>
    </PublicFrame>
  );
};
