import type { IdentityProvider } from '@obieg/contracts';
import { Badge } from '@obieg/ui';
import { useAdminMessages } from '../../i18n/messages';

/** Whether people can sign in by the provider. */
export const ProviderState = ({ provider }: { provider: IdentityProvider }) => {
  const t = useAdminMessages();
  if (!provider.isActive) return <Badge tone="neutral">{t('providers.off')}</Badge>;
  const isVerified = provider.domains.some(({ verifiedAt }) => verifiedAt !== null);
  if (!isVerified) return <Badge tone="warning">{t('providers.unverified')}</Badge>;
  return <Badge tone="success">{t(provider.isRequired ? 'providers.required' : 'providers.on')}</Badge>;
};
