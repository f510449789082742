import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Language, PermissionCode } from '@obieg/contracts';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { TenantScope } from '../database/scope';

/** The caller, with its current permissions in the organization of the request. */
export interface Actor {
  userId: number;
  sessionId: string;
  /** Organization of the token; null for the main domain. */
  organizationId: number | null;
  permissions: ReadonlySet<PermissionCode>;
  isSuperAdmin: boolean;
}

export interface OrganizationContext {
  id: number;
  code: string;
}

/**
 * `anyone`: requires no token; a valid token still identifies the caller. `signed-in`: any session of this address.
 * `{ permission }`: the caller has the permission here.
 */
export type Access = 'anyone' | 'signed-in' | { permission: PermissionCode };
/**
 * Addresses that the route serves. Default: `organization`, which returns ORGANIZATION_REQUIRED on the main domain.
 */
export type RouteSite = 'organization' | 'any' | 'main';

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

interface RouteRequest<P, Q, B, A extends Access, S extends RouteSite, H> {
  params: Output<P>;
  query: Output<Q>;
  body: Output<B>;
  /** Headers that the route declares. */
  headers: Output<H>;
  /** Reads any header by its lower-case name. */
  header(name: string): string | undefined;
  organization: S extends 'organization' ? OrganizationContext : OrganizationContext | undefined;
  actor: A extends 'anyone' ? Actor | undefined : Actor;
  /** Pass it to `withOrganization` and `readOrganization`. */
  tenantScope: S extends 'organization' ? TenantScope : TenantScope | undefined;
  /** Looks the caller up again, for long-running work. @throws 401 if the session or membership has ended */
  findActorNow(): Promise<A extends 'anyone' ? Actor | undefined : Actor>;
  requestId: string;
  traceparent: string;
  language: Language;
  /** Client address as seen by the gateway. */
  ip: string;
  /** Creates a signal that aborts when the client disconnects. */
  makeSignal(): AbortSignal;
  /** The raw request, for routes that read a stream (`uploads`). */
  incoming: IncomingMessage;
  log: Logger;
}

/** The request before its input is read. */
export type Caller = Omit<
  RouteRequest<undefined, undefined, undefined, 'anyone', 'any', undefined>,
  'params' | 'query' | 'body' | 'headers'
>;

/**
 * A body that is already JSON text, from the database or written piece by piece. The route's schema documents it and
 * does not parse it. A long body is an array of parts, because joining them would copy the whole text.
 */
export interface JsonText {
  readonly jsonText: string | readonly string[] | Readable;
}

/** Response of a route that sends a file. The handler returns the stream and sets content type and length. */
export const fileBodySchema = z.custom<Readable>((body) => body instanceof Readable);

/** Response of a route that streams server-sent events until the client disconnects. */
export const eventStreamSchema = z.custom<Readable>((body) => body instanceof Readable);

type ResponseSchemas = Record<number, z.ZodType | null>;
type ResponseOf<R extends ResponseSchemas> = {
  [K in keyof R & number]: R[K] extends z.ZodType
    ? { status: K; body: z.input<R[K]> | JsonText; headers?: Record<string, string> }
    : { status: K; headers?: Record<string, string> };
}[keyof R & number];

export interface RouteDefinition<
  P extends z.ZodType | undefined = z.ZodType | undefined,
  Q extends z.ZodType | undefined = z.ZodType | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  A extends Access = Access,
  S extends RouteSite = RouteSite,
  R extends ResponseSchemas = ResponseSchemas,
  H extends z.ZodType | undefined = z.ZodType | undefined,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  operationId: string;
  /** One line for OpenAPI, with the section of the specification. */
  summary: string;
  access: A;
  site?: S;
  params?: P;
  query?: Q;
  body?: B;
  /** Lower-case names. `header(name)` also reads undeclared ones. */
  headers?: H;
  /** Maximum body size instead of 256 KB. */
  bodyLimitBytes?: number;
  /** Media type of JSON responses instead of application/json. Request bodies may have either. */
  mediaType?: string;
  /** Field of the file in multipart/form-data. The handler reads it from `incoming`. */
  uploads?: string;
  /**
   * Starts the handler with the caller's last known permissions, which `tenantScope` verifies when a transaction
   * begins. If they have changed, the handler runs again. All its work must happen in transactions that begin with
   * `tenantScope`, and there must be one.
   */
  authorizesInTransaction?: boolean;
  responses: R;
  handler(request: RouteRequest<P, Q, B, A, S, H>): Promise<ResponseOf<NoInfer<R>>>;
}

export interface RouteResponse {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A route without its type parameters. */
export type Route = Omit<RouteDefinition, 'handler'> & { handler(request: never): Promise<RouteResponse> };

/** Declares an endpoint: input, access, responses, handler. The guard and OpenAPI read it. */
export const defineRoute = <
  const A extends Access,
  const R extends ResponseSchemas,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  S extends RouteSite = 'organization',
  H extends z.ZodType | undefined = undefined,
>(
  definition: RouteDefinition<P, Q, B, A, S, R, H>,
): Route => definition as unknown as Route;
