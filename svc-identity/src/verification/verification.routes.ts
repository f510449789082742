import {
  sendCodeResponseSchema,
  sendCodeSchema,
  tokenInfoParamsSchema,
  tokenInfoSchema,
  verifyCodeResponseSchema,
  verifyCodeSchema,
} from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import * as z from 'zod';
import type { SecondFactorParts } from '../second-factor/admit';
import { originOf } from '../security-log/origin';
import { sendCode } from './send-code';
import { getTokenInfo } from './token-info';
import { verifyCode } from './verify-code';

/** Any text. A malformed token gets the same response as an unknown one. */
const anyToken = z.string();
const anyTokenParams = tokenInfoParamsSchema.extend({ token: anyToken });
const sendCodeBody = sendCodeSchema.safeExtend({ token: anyToken.optional() }).meta({ id: 'SendCode' });

interface Dependencies extends SecondFactorParts {
  db: Database;
  /** Multiplies the limit per client. */
  rateLimitScale: number;
}

export const verificationRoutes = (dependencies: Dependencies): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/email-verification/send-code',
    operationId: 'sendVerificationCode',
    summary:
      'Mails a code for signing in or verifying an address; 400 for an invalid earlier token (spec 1 §7, spec 3 §7)',
    access: 'anyone',
    site: 'any',
    body: sendCodeBody,
    responses: { 200: sendCodeResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await sendCode(dependencies, request.body, originOf(request)),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/email-verification/token-info/:token',
    operationId: 'getVerificationTokenInfo',
    summary: 'Describes a verification token; 400 for an invalid one (spec 3 §3)',
    access: 'anyone',
    site: 'any',
    params: anyTokenParams,
    responses: { 200: tokenInfoSchema },
    handler: async (request) => ({
      status: 200,
      body: await getTokenInfo(dependencies, request.params.token, originOf(request)),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/email-verification/verify-with-token',
    operationId: 'verifyEmail',
    summary:
      'Verifies an address by its code and signs in; 400 CODE_EXPIRED if only a new code helps (spec 3 §4)',
    access: 'anyone',
    site: 'any',
    body: verifyCodeSchema,
    responses: { 200: verifyCodeResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await verifyCode(dependencies, request.body, originOf(request)),
    }),
  }),
];
