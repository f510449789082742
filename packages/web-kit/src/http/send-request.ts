import type { Transport } from './transport';

/** Loads the HTTP client with the first call, because the document of a visitor's first page contains its data. */
export const sendRequest: Transport = async (request) => {
  const { sendWithAxios } = await import(/* webpackChunkName: "web-kit-http" */ './axios-transport');
  return sendWithAxios(request);
};
