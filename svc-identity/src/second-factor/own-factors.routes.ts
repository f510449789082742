import {
  addedFactorSchema,
  addFactorSchema,
  confirmSessionSchema,
  ownFactorsSchema,
  passkeyOptionsSchema,
  recoveryCodesSchema,
  renameFactorSchema,
  totpSetUpSchema,
} from '@obieg/contracts';
import { defineRoute, type Route } from '@obieg/service-kit';
import * as z from 'zod';
import { originOf } from '../security-log/origin';
import { addOwnFactor, beginOwnPasskey, beginOwnTotp } from './add-factor';
import { beginConfirmation, confirmSession } from './confirmation';
import { getOwnFactors, removeOwnFactor, renameOwnFactor, renewOwnRecoveryCodes } from './own-factors';
import type { SecondStepParts } from './second-step';

const signedIn = { access: 'signed-in', site: 'any' } as const;
const params = z.object({ id: z.uuid() });
const path = '/api/account/second-factors';

const confirmationRoutes = (parts: SecondStepParts): Route[] => [
  defineRoute({
    ...signedIn,
    method: 'POST',
    path: '/api/account/confirmation',
    operationId: 'confirmSession',
    summary: 'Confirms the session by password or passkey, which allows changes of factors for ten minutes',
    body: confirmSessionSchema,
    responses: { 204: null },
    handler: async (request) => {
      await confirmSession(parts, request.actor, request.body, { ...originOf(request), ip: request.ip });
      return { status: 204 };
    },
  }),
  defineRoute({
    ...signedIn,
    method: 'POST',
    path: '/api/account/confirmation/passkey-options',
    operationId: 'beginConfirmation',
    summary: 'Options for a confirmation by passkey',
    responses: { 200: passkeyOptionsSchema },
    handler: async (request) => ({
      status: 200,
      body: await beginConfirmation(parts, request.actor, originOf(request)),
    }),
  }),
];

const addRoutes = (parts: SecondStepParts): Route[] => [
  defineRoute({
    ...signedIn,
    method: 'POST',
    path: `${path}/totp`,
    operationId: 'beginOwnTotp',
    summary: 'Secret for an authenticator app; the response is the only one that contains it',
    responses: { 200: totpSetUpSchema },
    handler: async (request) => ({
      status: 200,
      body: await beginOwnTotp(parts, request.actor, originOf(request)),
    }),
  }),
  defineRoute({
    ...signedIn,
    method: 'POST',
    path: `${path}/passkey-options`,
    operationId: 'beginOwnPasskey',
    summary: 'Options for a new passkey',
    responses: { 200: passkeyOptionsSchema },
    handler: async (request) => ({
      status: 200,
      body: await beginOwnPasskey(parts, request.actor, originOf(request)),
    }),
  }),
  defineRoute({
    ...signedIn,
    method: 'POST',
    path,
    operationId: 'addOwnFactor',
    summary: 'Adds a factor that works; the first one comes with recovery codes',
    body: addFactorSchema,
    responses: { 201: addedFactorSchema },
    handler: async (request) => ({
      status: 201,
      body: await addOwnFactor(parts, request.actor, request.body, originOf(request)),
    }),
  }),
];

const listRoutes = (parts: SecondStepParts): Route[] => [
  defineRoute({
    ...signedIn,
    method: 'GET',
    path,
    operationId: 'getOwnFactors',
    summary: "The caller's second factors",
    responses: { 200: ownFactorsSchema },
    handler: async ({ actor }) => ({ status: 200, body: await getOwnFactors(parts, actor) }),
  }),
  defineRoute({
    ...signedIn,
    method: 'PUT',
    path: `${path}/:id`,
    operationId: 'renameOwnFactor',
    summary: 'Renames a factor of the caller',
    params,
    body: renameFactorSchema,
    responses: { 204: null },
    handler: async (request) => {
      const renamed = { id: request.params.id, name: request.body.name };
      await renameOwnFactor(parts.db, request.actor, renamed, originOf(request));
      return { status: 204 };
    },
  }),
  defineRoute({
    ...signedIn,
    method: 'DELETE',
    path: `${path}/:id`,
    operationId: 'removeOwnFactor',
    summary:
      'Removes a factor of the caller; 409 FACTOR_REQUIRED for the last one that an organization requires',
    params,
    responses: { 204: null },
    handler: async (request) => {
      await removeOwnFactor(parts.db, request.actor, request.params.id, originOf(request));
      return { status: 204 };
    },
  }),
  defineRoute({
    ...signedIn,
    method: 'POST',
    path: '/api/account/recovery-codes',
    operationId: 'renewOwnRecoveryCodes',
    summary: 'Replaces the recovery codes; the response is the only one that contains them',
    responses: { 200: recoveryCodesSchema },
    handler: async (request) => ({
      status: 200,
      body: { recoveryCodes: await renewOwnRecoveryCodes(parts.db, request.actor, originOf(request)) },
    }),
  }),
];

/** Factors of the caller. Changes need a confirmed session. No API token can call these. */
export const ownFactorRoutes = (parts: SecondStepParts): Route[] => [
  ...confirmationRoutes(parts),
  ...addRoutes(parts),
  ...listRoutes(parts),
];
