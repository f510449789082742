export interface FakeRequest {
  method: string;
  /** Includes `/api`, excludes the query. */
  path: string;
  /** Values of the `:names` in the pattern. */
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
}

export interface FakeResponse {
  /** Default: 200. */
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Responses by `METHOD /api/path/:name`. `'offline'` simulates a network failure. */
export type FakeRoutes = Record<
  string,
  (request: FakeRequest) => FakeResponse | 'offline' | Promise<FakeResponse>
>;
