import * as z from 'zod';

/** Codes by which a client tells errors apart; never by their text. */
export const errorCodes = [
  'BAD_REQUEST',
  'MALFORMED_JSON',
  'ORGANIZATION_REQUIRED',
  'ORGANIZATION_NOT_FOUND',
  'INVALID_CODE',
  'INVALID_TOKEN',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'NAME_TAKEN',
  'IN_USE',
  'STATUS_MOVED_ON',
  'NO_INITIAL_STATUS',
  'LAST_ADMIN',
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

export const fieldErrorSchema = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** Body of every error answer: RFC 9457 with the fields that the specification's screens read. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(errorCodes),
    requestId: z.string(),
    errors: z.array(fieldErrorSchema).optional(),
    success: z.literal(false),
    message: z.string(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;
