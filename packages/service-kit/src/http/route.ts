import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Language, PermissionCode } from '@obieg/contracts';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { OrganizationEntry } from '../database/database';

/** Who calls. Permissions are those in the addressed organization, read for this request. */
export interface Actor {
  userId: number;
  sessionId: string;
  /** Organization that the token was issued for; null for the main domain. */
  organizationId: number | null;
  permissions: ReadonlySet<PermissionCode>;
  isSuperAdmin: boolean;
}

export interface OrganizationContext {
  id: number;
  code: string;
}

/**
 * `anyone`: no token needed, a good one still names the actor. `signed-in`: any session of this address.
 * `{ permission }`: the session's user holds it here.
 */
export type Access = 'anyone' | 'signed-in' | { permission: PermissionCode };
/** Which addresses the route serves. `organization` is the default; on the main domain it answers ORGANIZATION_REQUIRED. */
export type RouteSite = 'organization' | 'any' | 'main';

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

interface RouteRequest<P, Q, B, A extends Access, S extends RouteSite, H> {
  params: Output<P>;
  query: Output<Q>;
  body: Output<B>;
  /** The headers that the route declares. */
  headers: Output<H>;
  /** Header names are lower case; a repeated header is joined as HTTP says. */
  header(name: string): string | undefined;
  organization: S extends 'organization' ? OrganizationContext : OrganizationContext | undefined;
  actor: A extends 'anyone' ? Actor | undefined : Actor;
  /** What transactions of the organization are begun with. */
  entry: S extends 'organization' ? OrganizationEntry : OrganizationEntry | undefined;
  /** Asks who calls once more, for what takes long; throws 401 when the session or the membership has ended meanwhile. */
  findActorNow(): Promise<A extends 'anyone' ? Actor | undefined : Actor>;
  requestId: string;
  traceparent: string;
  language: Language;
  /** Address of the client as the gateway saw it. */
  ip: string;
  /** Makes a signal that aborts when the client goes before its answer. */
  makeSignal(): AbortSignal;
  /** The bare request, for a route that reads its body as it comes (`uploads`). */
  incoming: IncomingMessage;
  log: Logger;
}

/** What is known of a request before its input is read. */
export type Caller = Omit<
  RouteRequest<undefined, undefined, undefined, 'anyone', 'any', undefined>,
  'params' | 'query' | 'body' | 'headers'
>;

/**
 * A body that is JSON already, of the database or written piece by piece where the whole is too much to hold; the
 * route's schema describes it and does not read it again. A long one is given in its parts: putting texts together costs
 * the memory of the whole each time.
 */
export interface JsonText {
  readonly jsonText: string | readonly string[] | Readable;
}

/** Answer of a route that sends a file: the handler gives the stream and sets its content type and length. */
export const fileBodySchema = z.custom<Readable>((body) => body instanceof Readable);

/** Answer of a route that sends server-sent events for as long as its reader stays. */
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
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  operationId: string;
  /** One line for the API's description, with the section of the specification. */
  summary: string;
  access: A;
  site?: S;
  params?: P;
  query?: Q;
  body?: B;
  /** Names in lower case; what is not declared here is still there by `header(name)`. */
  headers?: H;
  /** Size of the body at most, instead of the 256 KB of every route. */
  bodyLimitBytes?: number;
  /** Field of the one file that the route takes as multipart/form-data; the handler reads it from `incoming`. */
  uploads?: string;
  /**
   * The caller is taken for who they were last found to be, and `entry` makes sure of it as a transaction begins: where it
   * does not hold the handler is called anew with who they are now. So all that it does it does in transactions that it
   * begins with `entry`, and it has such a one.
   */
  entersAsCaller?: boolean;
  responses: R;
  handler(request: RouteRequest<P, Q, B, A, S, H>): Promise<ResponseOf<NoInfer<R>>>;
}

export interface RouteAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A route whose types its registry need not know. */
export type Route = Omit<RouteDefinition, 'handler'> & { handler(request: never): Promise<RouteAnswer> };

/** Declares an endpoint: what it takes, who may call it, what it answers. Read by the guard and by OpenAPI alike. */
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
