import { type Absence, absenceResponseSchema, saveAbsenceSchema } from '@obieg/contracts';
import { type Database, defineRoute, ifMatchHeaders, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { deleteAbsence, getAbsence, saveAbsence, tagOfAbsence } from './absences.service';

const path = '/api/absence';

const respond = (absence: Absence | null) =>
  ({
    status: 200,
    headers: { etag: tagOfAbsence(absence) },
    body: { success: true, absence },
  }) as const;

export const absenceRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    operationId: 'getAbsence',
    summary: "Returns the caller's absence in this organization",
    access: 'signed-in',
    responses: { 200: absenceResponseSchema },
    handler: async (request) => respond(await getAbsence(db, callerOf(request))),
  }),
  defineRoute({
    method: 'PUT',
    path,
    operationId: 'saveAbsence',
    summary: "Saves the caller's absence with a substitute; 412 if If-Match is not the ETag",
    access: 'signed-in',
    headers: ifMatchHeaders,
    body: saveAbsenceSchema,
    responses: { 200: absenceResponseSchema },
    handler: async (request) =>
      respond(await saveAbsence(db, callerOf(request), request.body, request.header('if-match'))),
  }),
  defineRoute({
    method: 'DELETE',
    path,
    operationId: 'deleteAbsence',
    summary: "Ends the caller's absence; 412 if If-Match is not the ETag",
    access: 'signed-in',
    headers: ifMatchHeaders,
    responses: { 204: null },
    handler: async (request) => {
      await deleteAbsence(db, callerOf(request), request.header('if-match'));
      return { status: 204 };
    },
  }),
];
