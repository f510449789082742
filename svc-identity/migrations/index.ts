import { serviceKitMigration } from '@obieg/service-kit';
import { accountsMigration } from './20261121010000_accounts';
import { verificationsMigration } from './20261121070000_verifications';
import { handOversMigration } from './20261121090000_hand_overs';

export const migrations = [
  serviceKitMigration,
  accountsMigration,
  verificationsMigration,
  handOversMigration,
];
