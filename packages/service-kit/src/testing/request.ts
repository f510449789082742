import type { IncomingHttpHeaders } from 'node:http';
import { requestLoopback } from '@obieg/local';

export interface TestAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** One character per byte. */
  text: string;
  /** Parsed JSON, or the text if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of any response and fail if it is missing
  body: any;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Sends a request to a local port and reads the complete response. */
export const sendTestRequest = async (
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  payload?: string | Buffer,
): Promise<TestAnswer> => {
  const { content, ...answer } = await requestLoopback({ port, method, path, headers, payload });
  return { ...answer, text: content.toString('latin1'), body: parse(content.toString()) };
};
