import { memberReadModelMigration, serviceKitMigration } from '@obieg/service-kit';
import { tasksMigration } from './20261121030000_tasks';

export const migrations = [serviceKitMigration, memberReadModelMigration, tasksMigration];
