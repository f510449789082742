// Plans an optional text of a task, from the column to page and list. See docs/how-to/add-a-field.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../local/prepare.mjs';
import { addMigration } from './endpoint.mjs';
import { addAfter, addBefore } from './insertions.mjs';
import { nameField } from './names.mjs';
import { nextMigrationTime } from './services.mjs';
import { fill } from './templates.mjs';
import { userError } from './user-error.mjs';

const table = 'packages/contracts/src/task-fields.ts';
const columns = 'svc-tasks/src/tasks/text-columns.ts';
const catalogues = ['pl', 'en'].map((language) => `mf-tasks/src/i18n/${language}.json`);
/** The list's statements, which a test compares. */
const statements = ['first-page', 'second-page-of-two-statuses', 'search-of-two-words'].map(
  (name) => `svc-tasks/src/task-list/sql/${name}.sql`,
);

const checkIsFree = ({ camelField, columnName }) => {
  const taken = [
    [table, `^ {2}${camelField}: \\{`],
    ['packages/contracts/src/tasks.ts', `^ +${camelField}: `],
    ['svc-tasks/src/tasks/tasks.repo.ts', `^ +'?${columnName}\\b`],
  ].find(([path, use]) => new RegExp(use, 'm').test(readFileSync(join(root, path), 'utf8')));
  if (taken) throw userError(`${taken[0]} already uses the name ${camelField}.`);
};

const editsOf = ({ camelField, columnName, title }, time) => ({
  ...addMigration('svc-tasks', `${camelField}Migration`, `${time}_task_${columnName}`),
  [table]: (text) =>
    addBefore(
      text,
      /\} as const satisfies Record<string, TaskText>/,
      `${camelField}: { maxLength: limits.nameMaxLength, rows: 1, readableBy: 'member', hasColumn: true },`,
    ),
  [columns]: (text) =>
    addBefore(text, /\} as const satisfies Record<TaskTextName, string>/, `${camelField}: '${columnName}',`),
  ...Object.fromEntries(
    catalogues.map((path) => [
      path,
      (text) => addAfter(text, /"changedField": \{/, `\n"${camelField}": ${JSON.stringify(title)},`),
    ]),
  ),
  ...Object.fromEntries(
    statements.map((path) => [
      path,
      (text) =>
        addAfter(
          text,
          /(?: *case when octet_length.*\n *else left.*\n)+/,
          `    case when octet_length(t.${columnName}) <= 500 then t.${columnName}\n` +
            `    else left(t.${columnName}, 500) end as "${camelField}",\n`,
        ),
    ]),
  ),
});

/** Plans `field <name>`. */
export const planField = ([field]) => {
  const names = nameField(field);
  checkIsFree(names);
  const time = nextMigrationTime('svc-tasks');
  const words = [...names.words, ['20000101000000', time]];
  const tests = [`svc-tasks/test/${field}.test.ts`, `mf-tasks/src/pages/TaskView/${field}.test.tsx`];
  return {
    files: {
      [`svc-tasks/migrations/${time}_task_${names.columnName}.ts`]: fill('field/migration.ts', words),
      [tests[0]]: fill('field/service.test.ts', words),
      [tests[1]]: fill('field/screens.test.tsx', words),
    },
    edits: editsOf(names, time),
    toDo: [
      `its length, lines, readers (now members only) and column: ${table}`,
      `its label, now "${names.title}" in every language: ${catalogues.join(', ')}, and the screens test`,
      'search and events, if they need it: docs/how-to/add-a-field.md',
    ],
    tests: [...tests, 'svc-tasks/src/task-list/list-sql.test.ts'],
  };
};
