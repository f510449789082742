import { describe, expect, it } from 'vitest';
import { streamOfEvent } from './events/catalogue';
import { pathIdSchema } from './identifiers';
import { codeNameMessages, codeNameSchema, saveOrganizationSchema } from './organizations';
import { createTaskSchema, taskListQuerySchema } from './tasks';
import { emailSchema, textSchema } from './text';
import { saveStatusTransitionSchema } from './workflow';

const messagesOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map((issue) => issue.message);

describe('ids in paths', () => {
  it.each(['0', '-1', '01', '1.5', '1e3', ' 1', '', '99999999999999999', '9007199254740993', 'abc'])(
    'refuses %j',
    (text) => {
      expect(pathIdSchema.safeParse(text).success).toBe(false);
    },
  );

  it('reads a positive safe integer', () => {
    expect(pathIdSchema.parse('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('texts', () => {
  it('refuses what cannot be stored', () => {
    expect(textSchema(10).safeParse('a\u0000b').success).toBe(false);
    expect(textSchema(10).safeParse('\ud800').success).toBe(false);
    expect(textSchema(10).safeParse('zażółć 😀').success).toBe(true);
  });

  it('reads an e-mail address without case and refuses line breaks', () => {
    expect(emailSchema.parse(' Anna@Acme.Test ')).toBe('anna@acme.test');
    expect(emailSchema.safeParse('anna@acme.test\r\nBcc: x@y.zz').success).toBe(false);
  });
});

describe('organizations', () => {
  it('has the messages of the specification for a code name', () => {
    expect(messagesOf(codeNameSchema.safeParse('1acme'))).toContain(codeNameMessages.start);
    expect(messagesOf(codeNameSchema.safeParse('acme-x'))).toContain(codeNameMessages.characters);
    expect(codeNameSchema.safeParse('a'.repeat(21)).success).toBe(false);
  });

  it('refuses a blank name', () => {
    expect(saveOrganizationSchema.safeParse({ name: '   ', codeName: 'acme' }).success).toBe(false);
  });
});

describe('tasks', () => {
  it('reads comma-joined status types', () => {
    expect(
      taskListQuerySchema.parse({ statusTypes: 'INITIAL,FINAL', limit: '20', assignedToMe: 'true' }),
    ).toEqual({
      statusTypes: ['INITIAL', 'FINAL'],
      limit: 20,
      sortBy: 'createdAt',
      sortDirection: 'desc',
      assignedToMe: true,
    });
    expect(taskListQuerySchema.safeParse({ statusTypes: 'DONE' }).success).toBe(false);
  });

  it('drops unknown fields and gives defaults', () => {
    const task = createTaskSchema.parse({ title: ' Drukarka ', organizationId: 7, statusId: 3 });
    expect(task).toEqual({ title: 'Drukarka', workflowParameters: {}, priority: 'NORMAL' });
  });
});

describe('transitions', () => {
  it('has the defaults of the specification', () => {
    expect(saveStatusTransitionSchema.parse({ name: 'Zakończ', toStatusId: 2 })).toMatchObject({
      priorityOrder: 0,
      isActive: true,
    });
  });
});

describe('events', () => {
  it('lie in the stream of the service that publishes them', () => {
    expect(streamOfEvent('obieg.identity.user.changed')).toBe('OBIEG_IDENTITY');
    expect(streamOfEvent('obieg.workflow.configuration.changed')).toBe('OBIEG_WORKFLOW');
    expect(streamOfEvent('obieg.tasks.comment.added')).toBe('OBIEG_TASKS');
  });
});
