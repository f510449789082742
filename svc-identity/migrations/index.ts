import { serviceKitMigration } from '@obieg/service-kit';
import { accountsMigration } from './20261121010000_accounts';

export const migrations = [serviceKitMigration, accountsMigration];
