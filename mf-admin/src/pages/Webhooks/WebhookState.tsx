import type { Webhook } from '@obieg/contracts';
import { Badge } from '@obieg/ui';
import { useAdminMessages } from '../../i18n/messages';

/** Says whether a webhook sends messages, and whether its receiver accepts them. */
export const WebhookState = ({ webhook }: { webhook: Webhook }) => {
  const t = useAdminMessages();
  if (webhook.switchedOffAt !== null) return <Badge tone="danger">{t('webhooks.states.switchedOff')}</Badge>;
  if (!webhook.isActive) return <Badge>{t('webhooks.states.off')}</Badge>;
  if (webhook.failingSince !== null) return <Badge tone="warning">{t('webhooks.states.failing')}</Badge>;
  return <Badge tone="success">{t('webhooks.states.on')}</Badge>;
};
