import type { Database } from '@obieg/service-kit';
import type { AttachmentStore } from '../attachments/storage/attachment-store';
import type { PendingMetrics } from './pending.metrics';
import type { PendingQuotas } from './quotas';

export interface PendingDependencies {
  db: Database;
  store: AttachmentStore;
  quotas: PendingQuotas;
  metrics: PendingMetrics;
}
