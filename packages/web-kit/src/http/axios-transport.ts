import axios, { AxiosHeaders, type AxiosResponse } from 'axios';
import { parseText, type ResponseType, type Transport } from './transport';

/** Error responses are problem documents, whatever the request expects. */
const readData = async ({ status, data }: AxiosResponse, expected: ResponseType): Promise<unknown> => {
  const isAsExpected = expected === 'json' || (status >= 200 && status < 300);
  return isAsExpected ? data : parseText(await new Response(data).text());
};

const readHeaders = (headers: AxiosResponse['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(AxiosHeaders.from(headers as AxiosHeaders).toJSON()).map(([name, value]) => [
      name.toLowerCase(),
      String(value),
    ]),
  );

export const sendWithAxios: Transport = async ({
  headers,
  body,
  signal,
  responseType,
  onUploadProgress,
  ...target
}) => {
  try {
    const response = await axios.request({
      ...target,
      headers: Object.fromEntries(headers),
      data: body,
      signal,
      responseType,
      // XMLHttpRequest reports the progress of an upload, `fetch` delivers a response before it is complete.
      ...(onUploadProgress
        ? { adapter: 'xhr', onUploadProgress: ({ progress = 0 }) => onUploadProgress({ progress }) }
        : { adapter: 'fetch' }),
      validateStatus: () => true,
    });
    return {
      status: response.status,
      headers: readHeaders(response.headers),
      data: await readData(response, responseType),
    };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
};
