import { memberReadModelMigration, serviceKitMigration } from '@obieg/service-kit';
import { workflowMigration } from './20261121020000_workflow';

export const migrations = [serviceKitMigration, memberReadModelMigration, workflowMigration];
