import type { Database } from '@obieg/service-kit';
import type { AddressRules } from './address-rules';
import type { ResolveHost } from './resolve-host';
import type { WebhookSecrets } from './secrets';

/** What webhooks need of the process. */
export interface WebhookSettings {
  /** Undefined if the process has no key. Webhooks cannot be made then. */
  secretBox: WebhookSecrets | undefined;
  rules: AddressRules;
  resolveHost: ResolveHost;
}

export interface WebhookDependencies extends WebhookSettings {
  db: Database;
}
