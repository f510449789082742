import {
  creationsMigration,
  memberEntryMigration,
  memberIntegrationMigration,
  memberLanguageMigration,
  memberLookUpMigration,
  memberReadModelMigration,
  memberShownNameMigration,
  memberSignInNameMigration,
  publishedKeysMigration,
  quietOutboxMigration,
  removalsMigration,
  serviceKitMigration,
  setAsideMigration,
} from '@obieg/service-kit';
import { tasksMigration } from './20261121030000_tasks';
import { rememberedAnswersMigration } from './20261121050000_remembered_answers';
import { taskChangesMigration } from './20261121060000_task_changes';
import { taskListsMigration } from './20261121070000_task_lists';
import { everyOrganizationMigration } from './20261121080000_every_organization';
import { attachmentsMigration } from './20261121090000_attachments';
import { retiredParametersMigration } from './20261121100000_retired_parameters';
import { tasksByUpdateMigration } from './20261121110000_tasks_by_update';
import { groupLookupsMigration } from './20261121120000_group_lookups';
import { listsByIndexMigration } from './20261121140000_lists_by_index';
import { listsInOrderMigration } from './20261121150000_lists_in_order';
import { tasksVacuumedMigration } from './20261122010000_tasks_vacuumed';
import { organizationCodesMigration } from './20261123230000_organization_codes';
import { taskMissesMigration } from './20261127120000_task_misses';
import { commentChangesMigration } from './20261127144000_comment_changes';
import { pendingAttachmentsMigration } from './20261127144500_pending_attachments';
import { taskSearchMigration } from './20261127145000_task_search';
import { timeZonesMigration } from './20261127181910_time_zones';
import { taskDueDatesMigration } from './20261127182200_task_due_dates';
import { tasksByDueDateMigration } from './20261127182210_tasks_by_due_date';
import { taskViewsMigration } from './20261127182430_task_views';
import { tasksByCreationMigration } from './20261127182440_tasks_by_creation';
import { notificationsMigration } from './20261127182900_notifications';
import { commentAuthorsMigration } from './20261127182910_comment_authors';
import { taskLinksMigration } from './20261127183000_task_links';
import { reporterMailsMigration } from './20261127183100_reporter_mails';
import { dueSettingsMigration } from './20261127184000_due_settings';
import { notificationMailsMigration } from './20261127190300_notification_mails';
import { cannedRepliesMigration } from './20261127212147_canned_replies';
import { mentionsMigration } from './20261127212500_mentions';
import { bulkActionsMigration } from './20261127212600_bulk_actions';
import { pendingNetworksMigration } from './20261128110000_pending_networks';
import { deleteEarlierTextsMigration } from './20261128120000_delete_earlier_texts';
import { searchByAudienceMigration } from './20261128210000_search_by_audience';
import { assignmentAddressHintsMigration } from './20261129000000_assignment_address_hints';
import { parentsByReaderMigration } from './20261129010000_parents_by_reader';
import { lastAuthorsMigration } from './20261129100010_last_authors';
import { formerSearchMigration } from './20261129150010_former_search';
import { searchQueueAgeMigration } from './20261129160000_search_queue_age';
import { assignmentGroupPathsMigration } from './20261129160010_assignment_group_paths';
import { groupsByNameMigration } from './20261129160020_groups_by_name';
import { membersWithOwnNamesMigration } from './20261129160030_members_with_own_names';
import { listsBySightMigration } from './20261129160040_lists_by_sight';
import { entryReadersMigration } from './20261129160110_entry_readers';
import { entryReadersStoredMigration } from './20261129160120_entry_readers_stored';
import { restrictedTasksMigration } from './20261129200000_restricted_tasks';
import { restrictedTasksStoredMigration } from './20261129200010_restricted_tasks_stored';
import { readerKeysDroppedMigration } from './20261129200020_reader_keys_dropped';
import { linkReaderChangesMigration } from './20261129200030_link_reader_changes';
import { webhooksMigration } from './20261129210000_webhooks';
import { taskImportsMigration } from './20261129230100_task_imports';
import { calendarKeysMigration } from './20261129233000_calendar_keys';
import { searchChangeReadersMigration } from './20261130090000_search_change_readers';
import { searchChangesByReaderMigration } from './20261130090005_search_changes_by_reader';
import { linkReadersAgeMigration } from './20261130090010_link_readers_age';
import { mailInMigration } from './20261130103000_mail_in';
import { mailInSettingsMigration } from './20261130103010_mail_in_settings';
import { taskTargetsMigration } from './20261130120000_task_targets';
import { targetsOfRestrictedTasksMigration } from './20261130120010_targets_of_restricted_tasks';
import { tasksByTargetMigration } from './20261130120020_tasks_by_target';
import { approvalsMigration } from './20261130131000_approvals';

export const migrations = [
  serviceKitMigration,
  memberReadModelMigration,
  tasksMigration,
  rememberedAnswersMigration,
  taskChangesMigration,
  taskListsMigration,
  everyOrganizationMigration,
  attachmentsMigration,
  retiredParametersMigration,
  tasksByUpdateMigration,
  groupLookupsMigration,
  listsByIndexMigration,
  listsInOrderMigration,
  tasksVacuumedMigration,
  quietOutboxMigration,
  memberLookUpMigration,
  memberEntryMigration,
  removalsMigration,
  publishedKeysMigration,
  organizationCodesMigration,
  taskMissesMigration,
  commentChangesMigration,
  pendingAttachmentsMigration,
  taskSearchMigration,
  timeZonesMigration,
  taskDueDatesMigration,
  tasksByDueDateMigration,
  taskViewsMigration,
  tasksByCreationMigration,
  notificationsMigration,
  commentAuthorsMigration,
  taskLinksMigration,
  reporterMailsMigration,
  notificationMailsMigration,
  dueSettingsMigration,
  cannedRepliesMigration,
  memberLanguageMigration,
  mentionsMigration,
  bulkActionsMigration,
  deleteEarlierTextsMigration,
  memberShownNameMigration,
  pendingNetworksMigration,
  searchByAudienceMigration,
  assignmentAddressHintsMigration,
  parentsByReaderMigration,
  memberSignInNameMigration,
  lastAuthorsMigration,
  creationsMigration,
  setAsideMigration,
  formerSearchMigration,
  searchQueueAgeMigration,
  assignmentGroupPathsMigration,
  groupsByNameMigration,
  membersWithOwnNamesMigration,
  listsBySightMigration,
  entryReadersMigration,
  entryReadersStoredMigration,
  memberIntegrationMigration,
  restrictedTasksMigration,
  restrictedTasksStoredMigration,
  readerKeysDroppedMigration,
  linkReaderChangesMigration,
  webhooksMigration,
  taskImportsMigration,
  calendarKeysMigration,
  searchChangeReadersMigration,
  searchChangesByReaderMigration,
  linkReadersAgeMigration,
  mailInMigration,
  mailInSettingsMigration,
  approvalsMigration,
  taskTargetsMigration,
  targetsOfRestrictedTasksMigration,
  tasksByTargetMigration,
];
