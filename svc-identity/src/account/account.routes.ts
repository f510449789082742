import {
  accountSchema,
  accountSessionsSchema,
  changeAccountSchema,
  changeLanguageSchema,
  changePasswordSchema,
} from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import * as z from 'zod';
import { originOf } from '../security-log/origin';
import { changeOwnAccount, changeOwnLanguage, getOwnAccount } from './own-account';
import { changeOwnPassword } from './own-password';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions';

const profileRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/account',
    operationId: 'getOwnAccount',
    summary: "The caller's own account",
    access: 'signed-in',
    site: 'any',
    responses: { 200: accountSchema },
    handler: async ({ actor }) => ({ status: 200, body: await getOwnAccount(db, actor.userId) }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/account',
    operationId: 'changeOwnAccount',
    summary: "Changes the caller's names; 412 if they are no longer the `expected` ones",
    access: 'signed-in',
    site: 'any',
    body: changeAccountSchema,
    responses: { 200: accountSchema },
    handler: async (request) => ({
      status: 200,
      body: await changeOwnAccount(db, request.actor.userId, request.body, originOf(request)),
    }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/account/language',
    operationId: 'changeOwnLanguage',
    summary: "Keeps the language of the caller's mails",
    access: 'signed-in',
    site: 'any',
    body: changeLanguageSchema,
    responses: { 200: accountSchema },
    handler: async (request) => ({
      status: 200,
      body: await changeOwnLanguage(db, request.actor, request.body.language, originOf(request)),
    }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/account/password',
    operationId: 'changeOwnPassword',
    summary: "Replaces the caller's password and ends the other sessions",
    access: 'signed-in',
    site: 'any',
    body: changePasswordSchema,
    responses: { 204: null },
    handler: async (request) => {
      await changeOwnPassword(db, request.actor, request.body, { ...originOf(request), ip: request.ip });
      return { status: 204 };
    },
  }),
];

const sessionRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/account/sessions',
    operationId: 'listOwnSessions',
    summary: "Lists the caller's signed-in sessions on all addresses",
    access: 'signed-in',
    site: 'any',
    responses: { 200: accountSessionsSchema },
    handler: async ({ actor }) => ({ status: 200, body: { sessions: await listOwnSessions(db, actor) } }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/account/sessions',
    operationId: 'endOtherSessions',
    summary: 'Ends all sessions of the caller except the current one',
    access: 'signed-in',
    site: 'any',
    responses: { 204: null },
    handler: async (request) => {
      await endOtherSessions(db, request.actor, originOf(request));
      return { status: 204 };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    operationId: 'endOwnSession',
    summary: "Ends one of the caller's sessions",
    access: 'signed-in',
    site: 'any',
    params: z.object({ id: z.uuid() }),
    responses: { 204: null },
    handler: async (request) => {
      await endOwnSession(db, request.actor, request.params.id, originOf(request));
      return { status: 204 };
    },
  }),
];

/** The caller's own account. It is the same on every address. */
export const accountRoutes = (db: Database): Route[] => [...profileRoutes(db), ...sessionRoutes(db)];
