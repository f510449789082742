import { scimMediaType } from '@obieg/contracts';
import * as z from 'zod';
import type { InvitationDependencies } from '../invitations/send-invitation';
import { type ListQuery, type Projection, project, toListResponse } from './list-query';
import { callOf } from './scim-call';
import { parseScimId } from './scim-ids';

/** What the routes of all resources have in common. */
export const scimRoute = { access: { permission: 'MANAGE_USERS' }, mediaType: scimMediaType } as const;
export const scimIdParams = z.object({ id: z.string().max(20) });

interface Resource {
  meta: { version: string; location: string };
}

/** Responds with a changed or created resource. */
export const respondWith = <S extends 200 | 201, R extends Resource>(status: S, body: R) => ({
  status,
  body,
  headers: {
    etag: body.meta.version,
    ...(status === 201 ? { location: body.meta.location } : {}),
  },
});

/** Responds with the attributes of a resource that the client asked for. */
export const respondProjected = <R extends Resource>(resource: R, query: Projection) => ({
  status: 200 as const,
  body: project(resource, query) as Partial<R>,
  headers: { etag: resource.meta.version },
});

interface Listing {
  resources: readonly object[];
  totalResults: number;
}

/** Responds with a page of resources. */
export const respondList = ({ resources, totalResults }: Listing, query: ListQuery) => ({
  status: 200 as const,
  body: toListResponse(
    resources.map((one) => project(one, query)),
    { totalResults, startIndex: query.startIndex },
  ),
});

type Request = Parameters<typeof callOf>[0] & { params: { id: string } };

/** Reads the call for one resource. @throws 404 for an id of another kind */
export const resourceCallOf = (
  request: Request,
  type: Parameters<typeof parseScimId>[0],
  invitation: InvitationDependencies,
) => ({
  call: callOf(request, invitation),
  id: parseScimId(type, request.params.id),
  ifMatch: request.header('if-match'),
});
