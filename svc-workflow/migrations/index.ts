import {
  creationsMigration,
  memberIntegrationMigration,
  memberLanguageMigration,
  memberLookUpMigration,
  memberReadModelMigration,
  memberShownNameMigration,
  memberSignInNameMigration,
  publishedKeysMigration,
  quietOutboxMigration,
  serviceKitMigration,
  setAsideMigration,
} from '@obieg/service-kit';
import { workflowMigration } from './20261121020000_workflow';
import { revisionsMigration } from './20261121090000_revisions';
import { deletedStatusesMigration } from './20261121091000_deleted_statuses';
import { workflowRevisionsMigration } from './20261127143900_workflow_revisions';
import { workflowScenariosMigration } from './20261127150800_workflow_scenarios';
import { groupMembersMigration } from './20261127151000_group_members';
import { timeZonesMigration } from './20261127181920_time_zones';
import { workflowLayoutsMigration } from './20261127182300_workflow_layouts';
import { calendarsMigration } from './20261130110000_calendars';
import { approvalsMigration } from './20261130130000_approvals';

export const migrations = [
  serviceKitMigration,
  memberReadModelMigration,
  workflowMigration,
  revisionsMigration,
  deletedStatusesMigration,
  quietOutboxMigration,
  memberLookUpMigration,
  publishedKeysMigration,
  workflowRevisionsMigration,
  workflowScenariosMigration,
  groupMembersMigration,
  timeZonesMigration,
  workflowLayoutsMigration,
  memberLanguageMigration,
  memberShownNameMigration,
  memberSignInNameMigration,
  creationsMigration,
  setAsideMigration,
  memberIntegrationMigration,
  calendarsMigration,
  approvalsMigration,
];
