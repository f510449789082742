import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { checkFields } from './field-messages';
import { saveGroupSchema } from './groups';
import { saveOrganizationSchema } from './organizations';
import { addCommentSchema, assignTaskSchema, createTaskSchema, editTaskSchema } from './tasks';
import { changeUserRolesSchema } from './users';
import {
  saveStatusTransitionSchema,
  saveWorkflowParameterSchema,
  saveWorkflowStatusSchema,
} from './workflow';

const messagesOf = (...[schema, value, language]: Parameters<typeof checkFields>) =>
  checkFields(schema, value, language).errors?.map(({ message }) => message);

describe('checkFields', () => {
  it("uses the specification's texts in its mix, otherwise the chosen language", () => {
    expect(messagesOf(editTaskSchema, { title: ' ' }, 'mul')).toEqual(['Tytuł jest wymagany']);
    expect(messagesOf(editTaskSchema, { title: ' ' }, 'pl')).toEqual(['Tytuł jest wymagany']);
    expect(messagesOf(editTaskSchema, { title: ' ' }, 'en')).toEqual(['Title is required']);
    expect(messagesOf(saveWorkflowStatusSchema, { name: '', statusType: 'FINAL' }, 'mul')).toEqual([
      'Status name is required.',
    ]);
    expect(messagesOf(saveWorkflowStatusSchema, { name: '', statusType: 'FINAL' }, 'pl')).toEqual([
      'Podaj nazwę statusu.',
    ]);
  });

  it('describes at most 100 errors of a list, wherever they are', () => {
    const described = vi.fn(() => 'Wrong');
    const item = z.object({ id: z.int({ error: described }), name: z.string() });
    const schema = z.object({ items: z.array(item).max(10_000) });
    const check = (items: unknown[]) => checkFields(schema, { items }, 'en');
    const empty = Array.from({ length: 9_000 }, () => ({}));
    expect(check(empty.slice(0, 3)).errors).toHaveLength(6);
    expect(check(empty.slice(0, 60)).errors).toHaveLength(100);
    described.mockClear();
    expect(check(empty).errors).toHaveLength(100);
    expect(described.mock.calls.length).toBeLessThanOrEqual(100);
    const valid = empty.map((_, id) => ({ id, name: 'a' }));
    expect(check(valid)).toEqual({ data: { items: valid } });
    expect(check([...valid.slice(1), {}]).errors?.map(({ field }) => field)).toEqual([
      'items.8999.id',
      'items.8999.name',
    ]);
  });

  it('names the limit and the allowed values', () => {
    const schema = z.object({
      text: z.string().max(3),
      list: z.array(z.int()).max(1),
      count: z.int().min(5),
      kind: z.enum(['A', 'B']),
      email: z.email(),
      missing: z.string(),
      wrong: z.boolean(),
    });
    const value = { text: 'abcd', list: [1, 2], count: 4, kind: 'C', email: 'x', wrong: 'yes' };
    expect(messagesOf(schema, value, 'mul')).toEqual([
      'Najwięcej znaków: 3',
      'Najwięcej pozycji: 1',
      'Najmniej: 5',
      'Wybierz jedną z podanych wartości',
      'Podaj prawidłowy adres e-mail',
      'To pole jest wymagane',
      'Nieprawidłowa wartość',
    ]);
    expect(messagesOf(schema, value, 'en')).toEqual([
      'At most 3 characters',
      'At most 1 items',
      'At least 5',
      'Choose one of the given values',
      'Enter a valid e-mail address',
      'This field is required',
      'The value is not valid',
    ]);
  });

  it.each([undefined, null, ''])('calls %j a missing value, whatever the field expects', (value) => {
    const schema = z.object({ name: z.string().min(3), email: z.email(), kind: z.enum(['A', 'B']) });
    const messages = messagesOf(schema, { name: value, email: value, kind: value }, 'en');
    expect(messages).toEqual(Array(3).fill('This field is required'));
  });

  it('names the format of web addresses, but not of other texts', () => {
    const schema = z.object({ address: z.url(), key: z.uuid(), code: z.string().regex(/^[a-z]+$/) });
    const value = { address: 'x', key: 'x', code: '1' };
    expect(messagesOf(schema, value, 'en')).toEqual([
      'Enter a valid web address',
      'The value is not valid',
      'The value is not valid',
    ]);
    expect(messagesOf(schema, value, 'pl')?.[0]).toBe('Podaj prawidłowy adres strony');
  });

  it('names the first five unknown fields, each by at most 50 characters', () => {
    const schema = z.strictObject({});
    const unknown = { ['x'.repeat(51)]: 1, b: 2, c: 3, d: 4, e: 5, f: 6 };
    expect(messagesOf(schema, unknown, 'en')).toEqual([`Unknown fields: ${'x'.repeat(50)}, b, c, d, e`]);
    expect(messagesOf(schema, { b: 2 }, 'pl')).toEqual(['Nieznane pola: b']);
  });

  it('never asks for a value that it rejects', () => {
    const schema = z.object({ id: z.int().positive() });
    expect(messagesOf(schema, { id: 0 }, 'pl')).toEqual(['Więcej niż: 0']);
    expect(messagesOf(schema, { id: 0 }, 'en')).toEqual(['More than 0']);
  });

  it('uses one language for every kind of error', () => {
    const schemas: z.ZodObject[] = [
      createTaskSchema,
      editTaskSchema,
      addCommentSchema,
      assignTaskSchema,
      saveGroupSchema,
      saveOrganizationSchema,
      changeUserRolesSchema,
      saveWorkflowParameterSchema,
      saveWorkflowStatusSchema,
      saveStatusTransitionSchema,
    ];
    const wrong = (schema: z.ZodObject, value: unknown) =>
      Object.fromEntries(Object.keys(schema.shape).map((field) => [field, value]));
    for (const schema of schemas) {
      for (const value of [undefined, null, '', ' ', 'ŻŻ\u0000', 'x'.repeat(20_000), -1, {}, [{}], [-1, 5]]) {
        const [polish, english] = (['pl', 'en'] as const).map((language) =>
          checkFields(schema, wrong(schema, value), language),
        );
        expect(polish?.errors?.map(({ field }) => field)).toEqual(english?.errors?.map(({ field }) => field));
        for (const [index, { message }] of (polish?.errors ?? []).entries())
          expect(message, `both languages of ${message}`).not.toBe(english?.errors?.[index]?.message);
      }
    }
  });
});
