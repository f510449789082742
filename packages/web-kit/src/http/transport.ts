export type ResponseType = 'json' | 'arraybuffer' | 'stream';

export interface TransportRequest {
  method: string;
  /** Path and query on this origin. */
  url: string;
  headers: Headers;
  body: FormData | string | undefined;
  responseType: ResponseType;
  /** Rejects with the signal's reason once it is aborted. */
  signal: AbortSignal;
  onUploadProgress?: ((event: { progress: number }) => void) | undefined;
}

export interface TransportResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** JSON value, or the text if it is not JSON; bytes or a stream if requested. */
  data: unknown;
}

export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** A JSON value, or the text itself if it is not JSON. */
export const parseText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
