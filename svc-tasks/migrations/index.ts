import {
  memberEntryMigration,
  memberLookUpMigration,
  memberReadModelMigration,
  publishedKeysMigration,
  quietOutboxMigration,
  removalsMigration,
  serviceKitMigration,
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
];
