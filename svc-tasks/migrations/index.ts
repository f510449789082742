import { memberReadModelMigration, serviceKitMigration } from '@obieg/service-kit';
import { tasksMigration } from './20261121030000_tasks';
import { rememberedAnswersMigration } from './20261121050000_remembered_answers';

export const migrations = [
  serviceKitMigration,
  memberReadModelMigration,
  tasksMigration,
  rememberedAnswersMigration,
];
