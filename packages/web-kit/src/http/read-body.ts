import { limits, nextCursorHeader } from '@obieg/contracts';
import { isRecord } from '@obieg/contracts/is-record';
import { ApiError, errorFromResponse } from './api-error';
import { type HttpResponse, http } from './http';

const unreadable = ({ status }: HttpResponse<unknown>): ApiError =>
  new ApiError({
    code: 'UNREADABLE',
    status,
    serverMessage: undefined,
    fieldErrors: [],
    requestId: undefined,
    retryAfterSeconds: undefined,
  });

/**
 * Returns the body of a successful response (spec 3 §3).
 *
 * @param parts properties that must be present
 * @throws ApiError if the body has `success: false`, or a part is missing
 */
export const readBody = <Body extends object>(
  response: HttpResponse<Body>,
  ...parts: (keyof Body & string)[]
): Body => {
  const body: unknown = response.data;
  if (!isRecord(body)) throw unreadable(response);
  if (body['success'] === false) throw errorFromResponse(response, 'UNSUCCESSFUL');
  if (parts.some((part) => body[part] === undefined || body[part] === null)) throw unreadable(response);
  return response.data;
};

/** Like {@link readBody}. `part` must be a list. */
export const readList = <Body extends object>(
  response: HttpResponse<Body>,
  part: keyof Body & string,
): Body => {
  const body = readBody(response);
  if (!Array.isArray(body[part])) throw unreadable(response);
  return body;
};

/** Like {@link readBody}. The body itself must be a list. */
export const readItems = <Item>(response: HttpResponse<Item[]>): Item[] => {
  if (Array.isArray(response.data)) return response.data;
  readBody(response);
  throw unreadable(response);
};

/** Fetches all pages of a list that returns its next cursor in `X-Next-Cursor`. */
export const fetchAllItems = async <Item>(path: string): Promise<Item[]> => {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const response = await http.get<Item[]>(path, { params: { limit: limits.pageSizeMax, cursor } });
    items.push(...readItems(response));
    const next = response.headers[nextCursorHeader];
    cursor = next || undefined;
  } while (cursor !== undefined);
  return items;
};
