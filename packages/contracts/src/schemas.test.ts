import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { streamOfEvent } from './events/catalogue';
import { checkFields } from './field-messages';
import { saveGroupSchema } from './groups';
import { pathIdSchema } from './identifiers';
import { codeNameMessages, codeNameSchema, saveOrganizationSchema } from './organizations';
import { taskListQuerySchema } from './task-list-query';
import { addCommentSchema, createTaskSchema, editTaskSchema } from './tasks';
import { emailSchema, textSchema } from './text';
import { inviteUserSchema } from './users';
import { hasUnstorableCharacters } from './visible-text';
import {
  saveStatusTransitionSchema,
  saveWorkflowParameterSchema,
  saveWorkflowStatusSchema,
} from './workflow';

const messagesOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map((issue) => issue.message);

describe('pathIdSchema', () => {
  it.each(['0', '-1', '01', '1.5', '1e3', ' 1', '', '99999999999999999', '9007199254740993', 'abc'])(
    'rejects %j',
    (text) => {
      expect(pathIdSchema.safeParse(text).success).toBe(false);
    },
  );

  it('parses a positive safe integer', () => {
    expect(pathIdSchema.parse('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('textSchema', () => {
  it('rejects text that PostgreSQL cannot store', () => {
    expect(textSchema(10).safeParse('a\u0000b').success).toBe(false);
    expect(textSchema(10).safeParse('\ud800').success).toBe(false);
    expect(textSchema(10).safeParse('zażółć 😀').success).toBe(true);
  });

  it.each(['\u0301', '\u0327\u0301', '\uff9e\u0301', '\u{1d165}', '\u{1d165}\u0327'])(
    'rejects more than 30 combining marks in a row: %j',
    (marks) => {
      const row = (length: number) => [...marks.repeat(length)].slice(0, length).join('');
      const texts = ['', 'a', 'ab😀', 'ż'.repeat(31), '漢'.repeat(62)].flatMap((text) => [
        text,
        `${row(3)}${text}b`,
      ]);
      for (const text of texts) {
        expect(hasUnstorableCharacters(`${text}${row(30)}c${row(30)}`)).toBe(false);
        expect(hasUnstorableCharacters(`${text}${row(31)}`)).toBe(true);
        expect(textSchema(1_000).safeParse(`${text}${row(200)}${text}`).success).toBe(false);
      }
    },
  );

  it('lower-cases an e-mail address and rejects line breaks', () => {
    expect(emailSchema.parse(' Anna@Acme.Test ')).toBe('anna@acme.test');
    expect(emailSchema.safeParse('anna@acme.test\r\nBcc: x@y.zz').success).toBe(false);
  });
});

describe('requiredTextSchema', () => {
  const invisible = [
    ...' \t\n\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u2003\u200b\u200c\u200d\u200e\u202e\u2028\u2029',
    ...'\u2060\u2061\u206f\u2800\u3000\u3164\ufe0f\ufeff\uffa0\ufff9\u{1d159}\u{1d173}\u{e0020}\u{e0100}',
  ];
  const fields: Record<string, (text: string) => { schema: z.ZodType; value: unknown }> = {
    'title of a new task': (title) => ({ schema: createTaskSchema, value: { title } }),
    'title of an edited task': (title) => ({ schema: editTaskSchema, value: { title } }),
    comment: (content) => ({ schema: addCommentSchema, value: { content } }),
    group: (name) => ({ schema: saveGroupSchema, value: { name } }),
    organization: (name) => ({ schema: saveOrganizationSchema, value: { name, codeName: 'acme' } }),
    status: (name) => ({ schema: saveWorkflowStatusSchema, value: { name, statusType: 'FINAL' } }),
    transition: (name) => ({ schema: saveStatusTransitionSchema, value: { name, toStatusId: 2 } }),
    parameter: (text) => ({
      schema: saveWorkflowParameterSchema,
      value: {
        parameterName: text,
        displayName: text,
        parameterType: 'DICTIONARY',
        parameterStage: 'ALWAYS',
        sortOrder: 0,
        dictionaryValues: [{ value: text, sortOrder: 0 }],
      },
    }),
    username: (username) => ({
      schema: inviteUserSchema,
      value: { email: 'jan@acme.test', roles: ['MEMBER'], username },
    }),
  };
  const errorsOf = (field: string, text: string) => {
    const { schema, value } = fields[field]?.(text) ?? expect.fail();
    return checkFields(schema, value, 'en').errors;
  };

  it.each(Object.keys(fields))('rejects invisible characters only: %s', (field) => {
    const asEmpty = errorsOf(field, '');
    expect(asEmpty).not.toBeUndefined();
    for (const text of [...invisible, invisible.join('')])
      expect(errorsOf(field, text), `U+${text.codePointAt(0)?.toString(16)}`).toEqual(asEmpty);
  });

  it.each([
    '👨‍👩‍👧‍👦',
    '❤️',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'می\u200cخواهم',
    '\u200fשלום\u200f',
    'クリスマス\u3000会',
    'Drukarka\u00a0HP',
    '한글',
    'नमस्\u200dते',
  ])('keeps %j unchanged', (title) => {
    expect(createTaskSchema.parse({ title }).title).toBe(title);
    expect(addCommentSchema.parse({ content: title }).content).toBe(title);
  });

  it('treats invisible optional text as empty', () => {
    for (const text of ['', '  \n', ...invisible, invisible.join('')]) {
      const sent = { title: 'x', description: text, comment: text };
      expect(editTaskSchema.parse(sent)).toMatchObject({ description: '', comment: '' });
      expect(saveGroupSchema.parse({ name: 'IT', description: text }).description).toBe('');
    }
    expect(editTaskSchema.parse({ title: 'x', description: ' ❤️\n' }).description).toBe(' ❤️\n');
    expect(editTaskSchema.parse({ title: 'x' })).not.toHaveProperty('description');
    expect(editTaskSchema.parse({ title: 'x', description: null }).description).toBeNull();
  });

  it('treats usernames that differ only in invisible characters as equal', () => {
    for (const username of ['anna\u3164', 'an\uffa0na', 'a\u115f', 'anna\u200b'])
      expect(errorsOf('username', username)).toEqual([
        { field: 'username', message: 'The value is not valid' },
      ]);
    for (const username of ['anna', 'żółć.9', '김민수', 'محمد'])
      expect(errorsOf('username', username)).toBeUndefined();
  });
});

describe('organization schemas', () => {
  it("use the specification's messages for a code name", () => {
    expect(messagesOf(codeNameSchema.safeParse('1acme'))).toContain(codeNameMessages.start);
    expect(messagesOf(codeNameSchema.safeParse('acme-x'))).toContain(codeNameMessages.characters);
    expect(codeNameSchema.safeParse('a'.repeat(21)).success).toBe(false);
  });

  it('reject a blank name', () => {
    expect(saveOrganizationSchema.safeParse({ name: '   ', codeName: 'acme' }).success).toBe(false);
  });
});

describe('task schemas', () => {
  it('parse comma-separated status types', () => {
    expect(
      taskListQuerySchema.parse({ statusTypes: 'INITIAL,FINAL', limit: '20', assignedToMe: 'true' }),
    ).toEqual({
      statusTypes: ['INITIAL', 'FINAL'],
      limit: 20,
      sortDirection: 'desc',
      assignedToMe: true,
    });
    expect(taskListQuerySchema.safeParse({ statusTypes: 'DONE' }).success).toBe(false);
  });

  it('parse comma-separated priorities', () => {
    const read = (joined: string) => taskListQuerySchema.safeParse({ priorities: joined });
    expect(read('HIGHEST,HIGH,NORMAL,LOW,LOWEST').data?.priorities).toHaveLength(5);
    expect(read('').data?.priorities).toEqual([]);
    for (const joined of ['URGENT', 'high', 'HIGH, LOW', 'HIGH;LOW'])
      expect(read(joined).success).toBe(false);
  });

  it('drop unknown fields and apply defaults', () => {
    const task = createTaskSchema.parse({ title: ' Drukarka ', organizationId: 7, statusId: 3 });
    expect(task).toEqual({ title: 'Drukarka', workflowParameters: {}, priority: 'NORMAL' });
  });
});

describe('transition schemas', () => {
  it("apply the specification's defaults", () => {
    expect(saveStatusTransitionSchema.parse({ name: 'Zakończ', toStatusId: 2 })).toMatchObject({
      priorityOrder: 0,
      isActive: true,
    });
  });
});

describe('eventCatalogue', () => {
  it('assigns each event to the stream of its publisher', () => {
    expect(streamOfEvent('obieg.identity.user.changed')).toBe('OBIEG_IDENTITY');
    expect(streamOfEvent('obieg.workflow.configuration.changed')).toBe('OBIEG_WORKFLOW');
    expect(streamOfEvent('obieg.tasks.comment.added')).toBe('OBIEG_TASKS');
  });
});
