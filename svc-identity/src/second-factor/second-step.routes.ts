import {
  addFirstFactorSchema,
  authResponseSchema,
  firstFactorResponseSchema,
  passkeyOptionsSchema,
  passkeySignInSchema,
  passSecondStepSchema,
  secondStepChallengeSchema,
  totpSetUpSchema,
} from '@obieg/contracts';
import { defineRoute, type Route } from '@obieg/service-kit';
import { originOf } from '../security-log/origin';
import { addFirstFactor, beginFirstPasskey, beginFirstTotp } from './add-factor';
import {
  beginPasskeySignIn,
  beginPasskeyStep,
  passSecondStep,
  type SecondStepParts,
  signInByPasskey,
} from './second-step';

/** `anyone`: the challenge proves the first step. */
const site = { access: 'anyone', site: 'any', method: 'POST' } as const;

const passkeySignInRoutes = (parts: SecondStepParts): Route[] => [
  defineRoute({
    ...site,
    path: '/api/auth/passkey/options',
    operationId: 'beginPasskeySignIn',
    summary: 'Options for a sign-in by a passkey alone; they name no account',
    responses: { 200: passkeyOptionsSchema },
    handler: async (request) => ({
      status: 200,
      body: await beginPasskeySignIn(parts, originOf(request)),
    }),
  }),
  defineRoute({
    ...site,
    path: '/api/auth/passkey',
    operationId: 'signInByPasskey',
    summary: 'Signs in by a passkey alone; 400 INVALID_CODE in every case of failure',
    body: passkeySignInSchema,
    responses: { 200: authResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await signInByPasskey(parts, request.body, originOf(request)),
    }),
  }),
];

const stepRoutes = (parts: SecondStepParts): Route[] => [
  defineRoute({
    ...site,
    path: '/api/auth/second-step',
    operationId: 'passSecondStep',
    summary: 'Second step of a sign-in: one-time code, recovery code or passkey',
    body: passSecondStepSchema,
    responses: { 200: authResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await passSecondStep(parts, request.body, { ...originOf(request), ip: request.ip }),
    }),
  }),
  defineRoute({
    ...site,
    path: '/api/auth/second-step/passkey-options',
    operationId: 'beginPasskeyStep',
    summary:
      'Options for a passkey as the second step; 400 CHALLENGE_EXPIRED if the sign-in must start again',
    body: secondStepChallengeSchema,
    responses: { 200: passkeyOptionsSchema },
    handler: async (request) => ({
      status: 200,
      body: await beginPasskeyStep(parts, request.body.challenge, originOf(request)),
    }),
  }),
];

const setUpRoutes = (parts: SecondStepParts): Route[] => [
  defineRoute({
    ...site,
    path: '/api/auth/second-step/factors',
    operationId: 'addFirstFactor',
    summary: 'Adds the factor that the organization requires, and signs in',
    body: addFirstFactorSchema,
    responses: { 200: firstFactorResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await addFirstFactor(parts, request.body, originOf(request)),
    }),
  }),
  defineRoute({
    ...site,
    path: '/api/auth/second-step/factors/totp',
    operationId: 'beginFirstTotp',
    summary: 'Secret for an authenticator app, for a sign-in that must set a factor up',
    body: secondStepChallengeSchema,
    responses: { 200: totpSetUpSchema },
    handler: async (request) => ({
      status: 200,
      body: await beginFirstTotp(parts, request.body.challenge, originOf(request)),
    }),
  }),
  defineRoute({
    ...site,
    path: '/api/auth/second-step/factors/passkey-options',
    operationId: 'beginFirstPasskey',
    summary: 'Options for a new passkey, for a sign-in that must set a factor up',
    body: secondStepChallengeSchema,
    responses: { 200: passkeyOptionsSchema },
    handler: async (request) => ({
      status: 200,
      body: await beginFirstPasskey(parts, request.body.challenge, originOf(request)),
    }),
  }),
];

/** Sign-in by a passkey, and the second step of the other sign-ins. */
export const secondStepRoutes = (parts: SecondStepParts): Route[] => [
  ...passkeySignInRoutes(parts),
  ...stepRoutes(parts),
  ...setUpRoutes(parts),
];
