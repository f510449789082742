import {
  memberLookUpMigration,
  memberReadModelMigration,
  publishedKeysMigration,
  quietOutboxMigration,
  serviceKitMigration,
} from '@obieg/service-kit';
import { workflowMigration } from './20261121020000_workflow';
import { revisionsMigration } from './20261121090000_revisions';
import { deletedStatusesMigration } from './20261121091000_deleted_statuses';

export const migrations = [
  serviceKitMigration,
  memberReadModelMigration,
  workflowMigration,
  revisionsMigration,
  deletedStatusesMigration,
  quietOutboxMigration,
  memberLookUpMigration,
  publishedKeysMigration,
];
