import * as z from 'zod';
import { importColumnsMax, importHeadingSchema, importProblemsSchema, importRowsSchema } from './csv-import';
import { openEnum } from './open-enum';
import { organizationRoleSchema } from './roles';

/**
 * What a column of a file of people contains. `firstName` and `lastName` make the display name of a row without one.
 * `invitation`: whether a new member gets a mail.
 */
export const peopleImportFields = [
  'email',
  'username',
  'displayName',
  'firstName',
  'lastName',
  'roles',
  'groups',
  'invitation',
] as const;
export type PeopleImportField = (typeof peopleImportFields)[number];

const columnSchema = z.object({ heading: importHeadingSchema, field: z.enum(peopleImportFields) });

/** POST /api/users/import. The address is the key: each person becomes a member once. */
export const importPeopleSchema = z
  .object({
    mapping: z
      .array(columnSchema)
      .min(1)
      .max(importColumnsMax)
      .refine((mapping) => new Set(mapping.map(({ field }) => field)).size === mapping.length, {
        message: 'A field has two columns',
      })
      .refine((mapping) => mapping.some(({ field }) => field === 'email'), {
        message: 'No column is the address',
      }),
    rows: importRowsSchema,
    /** Roles of new members whose row names none. */
    roles: z.array(organizationRoleSchema).max(5),
    /** Whether new members get an invitation, unless their row says otherwise. */
    sendsInvitations: z.boolean(),
    /** Whether members get the roles and groups of their row. Otherwise they stay unchanged. */
    changesMembers: z.boolean(),
  })
  .meta({ id: 'ImportPeople' });
export type ImportPeople = z.input<typeof importPeopleSchema>;

/**
 * - `CREATED`: the person is a new member.
 * - `CHANGED`: a member got other roles or further groups.
 * - `UNCHANGED`: the person is a member already.
 */
export const peopleImportOutcomes = ['CREATED', 'CHANGED', 'UNCHANGED', 'REFUSED'] as const;

/** One result for each row, in the order of the request. */
export const importPeopleResponseSchema = z
  .object({
    success: z.boolean(),
    results: z.array(
      z.object({
        line: z.int(),
        outcome: openEnum(peopleImportOutcomes, 'REFUSED'),
        problems: importProblemsSchema,
      }),
    ),
  })
  .meta({ id: 'ImportPeopleResponse' });
export type ImportPeopleResponse = z.infer<typeof importPeopleResponseSchema>;
export type PeopleImportResult = ImportPeopleResponse['results'][number];
