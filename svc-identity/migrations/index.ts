import {
  creationsMigration,
  quietOutboxMigration,
  removalsMigration,
  serviceKitMigration,
  setAsideMigration,
} from '@obieg/service-kit';
import { accountsMigration } from './20261121010000_accounts';
import { verificationsMigration } from './20261121070000_verifications';
import { handOversMigration } from './20261121090000_hand_overs';
import { namesAskedForMigration } from './20261121100000_names_asked_for';
import { peopleSearchMigration } from './20261121101000_people_search';
import { groupUsesMigration } from './20261121102000_group_uses';
import { securityLogMigration } from './20261121110000_security_log';
import { mailIdentityMigration } from './20261121111000_mail_identity';
import { codesByNameMigration } from './20261121112000_codes_by_name';
import { manyPeopleMigration } from './20261121113000_many_people';
import { securityLogRetentionMigration } from './20261121114000_security_log_retention';
import { verifiedByMigration } from './20261122190000_verified_by';
import { handOverSessionsMigration } from './20261122191000_hand_over_sessions';
import { codesByClientMigration } from './20261122192000_codes_by_client';
import { invitationSendsMigration } from './20261122193000_invitation_sends';
import { groupHoldsMigration } from './20261124010000_group_holds';
import { securityLogFiltersMigration } from './20261125080000_security_log_filters';
import { securityLogSessionsMigration } from './20261126040000_security_log_sessions';
import { formerCodeNamesMigration } from './20261126050000_former_code_names';
import { timeZonesMigration } from './20261127181900_time_zones';
import { memberActivityMigration } from './20261127182200_member_activity';
import { ownAccountsMigration } from './20261127184000_own_accounts';
import { shownNamesMigration } from './20261127190800_shown_names';
import { accountLanguagesMigration } from './20261127213100_account_languages';
import { nameSkeletonsMigration } from './20261128090000_name_skeletons';
import { nameSkeletonIndexesMigration } from './20261128090010_name_skeleton_indexes';
import { confirmedTasksMigration } from './20261128111000_confirmed_tasks';
import { revisionsMigration } from './20261129100000_revisions';
import { securityLogDatesMigration } from './20261129140000_security_log_dates';
import { apiTokensMigration } from './20261129190000_api_tokens';
import { secondFactorsMigration } from './20261129210000_second_factors';
import { integrationsMigration } from './20261129220000_integrations';
import { integrationIndexMigration } from './20261129220010_integration_index';
import { identityProvidersMigration } from './20261130101000_identity_providers';
import { scimMigration } from './20261130102000_scim';
import { memberMailsMigration } from './20261130104000_member_mails';
import { unsentInvitationsMigration } from './20261130120000_unsent_invitations';
import { providerSessionsMigration } from './20261130123000_provider_sessions';

export const migrations = [
  serviceKitMigration,
  accountsMigration,
  verificationsMigration,
  handOversMigration,
  namesAskedForMigration,
  peopleSearchMigration,
  groupUsesMigration,
  securityLogMigration,
  mailIdentityMigration,
  codesByNameMigration,
  manyPeopleMigration,
  securityLogRetentionMigration,
  quietOutboxMigration,
  verifiedByMigration,
  handOverSessionsMigration,
  codesByClientMigration,
  invitationSendsMigration,
  removalsMigration,
  groupHoldsMigration,
  securityLogFiltersMigration,
  securityLogSessionsMigration,
  formerCodeNamesMigration,
  timeZonesMigration,
  memberActivityMigration,
  ownAccountsMigration,
  shownNamesMigration,
  accountLanguagesMigration,
  nameSkeletonsMigration,
  nameSkeletonIndexesMigration,
  confirmedTasksMigration,
  revisionsMigration,
  creationsMigration,
  securityLogDatesMigration,
  apiTokensMigration,
  integrationsMigration,
  integrationIndexMigration,
  setAsideMigration,
  secondFactorsMigration,
  scimMigration,
  memberMailsMigration,
  identityProvidersMigration,
  unsentInvitationsMigration,
  providerSessionsMigration,
];
