import { type Agent, request as httpRequest } from 'node:http';

/** A complete request, so that sending it costs its client little. */
export interface PreparedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  payload?: string;
}

/** Sends a request to a local port and discards the body of the response. @returns its status; 0 without response */
export const sendPrepared = (
  agent: Agent,
  port: number,
  { payload, ...request }: PreparedRequest,
): Promise<number> =>
  new Promise((resolve) => {
    const sent = httpRequest({ agent, host: '127.0.0.1', port, ...request }, (response) => {
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
      response.resume();
    });
    sent.on('error', () => resolve(0));
    sent.end(payload);
  });
