import type { Database } from '@obieg/service-kit';
import type { Reach } from '@obieg/service-kit/guarded-network';
import type { WebhookSecrets } from './secrets';

/** What webhooks need of the process. */
export interface WebhookSettings extends Reach {
  /** Undefined if the process has no key. Webhooks cannot be made then. */
  secretBox: WebhookSecrets | undefined;
}

export interface WebhookDependencies extends WebhookSettings {
  db: Database;
}
