import * as z from 'zod';
import { optionalOpenEnum, passingEnum } from './open-enum';

/** Error codes. Clients distinguish errors by code, never by text. */
export const errorCodes = [
  'BAD_REQUEST',
  'MALFORMED_JSON',
  'ORGANIZATION_REQUIRED',
  'ORGANIZATION_NOT_FOUND',
  'ORGANIZATION_MOVED',
  'INVALID_CODE',
  'CODE_EXPIRED',
  'INVALID_TOKEN',
  'CHALLENGE_EXPIRED',
  'CONFIRMATION_NEEDED',
  'FACTOR_REQUIRED',
  'PROVIDER_REQUIRED',
  'PROVIDER_REFUSED',
  'PROVIDER_SESSION',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'NAME_TAKEN',
  'IN_USE',
  'STATUS_MOVED_ON',
  'NO_INITIAL_STATUS',
  'APPROVAL_CLOSED',
  'APPROVAL_BLOCKED',
  'LAST_ADMIN',
  'ROLES_HELD',
  'ROUTE_TAKEN',
  'UNKNOWN_VERSION',
  'VERSION_REFUSED',
  'VERSION_RELEASED',
  'CONTRACT_VERSION',
  'EMPTY_CANARY',
  'NO_CANARY',
  'NOTHING_TO_PROMOTE',
  'NO_PREVIOUS_VERSION',
  'PRECONDITION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'VALIDATION_FAILED',
  'TOO_MANY_REQUESTS',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
  'BAD_GATEWAY',
  'UNAVAILABLE',
  'GATEWAY_TIMEOUT',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

const fieldErrorSchema = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** The last change of an entity that another user has changed in the meantime. */
export const lastChangeSchema = z.object({
  at: z.iso.datetime(),
  /** Null if the reader may not know the author's name, or if the service made the change. */
  authorName: z.string().nullable(),
});
export type LastChange = z.infer<typeof lastChangeSchema>;

/** The service that is away, of 503. */
const unavailableParts = ['identity', 'workflow', 'tasks'] as const;
export type UnavailablePart = (typeof unavailableParts)[number];

/** Body of every error response: RFC 9457 plus the fields that the specification's screens read. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: passingEnum(errorCodes),
    requestId: z.string(),
    errors: z.array(fieldErrorSchema).optional(),
    /** Present origin of the organization (ORGANIZATION_MOVED). */
    address: z.string().optional(),
    /** Of 412, if known. */
    lastChange: lastChangeSchema.optional(),
    /** Of 503 by the gateway. `message` names it in words. */
    part: optionalOpenEnum(unavailableParts),
    success: z.literal(false),
    message: z.string(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;
