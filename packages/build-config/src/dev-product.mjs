import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** Base domain of the local pages, whatever that of the product is. Browsers resolve `*.localhost` to this machine. */
export const pageBaseDomain = 'obieg.localhost';
const timeoutMs = 30_000;

const isLoopback = (hostname) => /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/.test(hostname);

const readText = async (response) => {
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

/** @param origin where to connect @param host value of the Host header */
const get = ({ origin, host }, path, accept) =>
  new Promise((resolve, reject) => {
    const send = origin.startsWith('https:') ? requestHttps : requestHttp;
    const options = { headers: { host, accept }, timeout: timeoutMs };
    const request = send(new URL(path, origin), options, (response) =>
      readText(response).then(
        (text) => resolve({ status: response.statusCode, headers: response.headers, text }),
        reject,
      ),
    );
    request.on('timeout', () => request.destroy(new Error('it accepts connections but sends nothing')));
    request.on('error', (error) =>
      reject(new Error(`${host} does not respond: ${error.message || error.code}`)),
    );
    request.end();
  });

/** Connects to loopback for `*.localhost`, because Node.js cannot resolve these names on every system. */
const originOf = ({ protocol, port }, hostname) =>
  `${protocol}//${isLoopback(hostname) ? '127.0.0.1' : hostname}${port ? `:${port}` : ''}`;

const baseDomainPattern = /<meta name="base-domain" content="([^"]*)">/;

/**
 * Reads the base domain of the product at an address.
 *
 * @throws if the address does not respond or serves something else
 */
export const findBaseDomain = async (address) => {
  const url = new URL(address);
  const place = { origin: originOf(url, url.hostname), host: url.host };
  const { text } = await get(place, '/', 'text/html');
  const baseDomain = baseDomainPattern.exec(text)?.[1];
  if (!baseDomain) throw new Error(`${url.origin} serves no page of Obieg.`);
  return baseDomain;
};

/**
 * The running product that completes the development server: API, other remotes, page headers.
 *
 * @param findAddress resolves with any address of the product when it runs; rejects with a message for the user if none
 * runs. Called for each request, because a product that starts again may have another port
 */
export const createProduct = ({ findAddress, baseDomain }) => {
  /**
   * Returns where to connect and which host to name for the organization of a local page. Connects only to the address
   * and below the base domain that the address belongs to.
   */
  const locate = async (pageHost) => {
    const url = new URL(await findAddress());
    const name = pageHost.replace(/:\d+$/, '');
    const organization = name.endsWith(`.${pageBaseDomain}`) ? name.slice(0, -pageBaseDomain.length) : '';
    const hostname = `${organization}${baseDomain}`;
    const isBelow = `.${url.hostname}`.endsWith(`.${baseDomain}`);
    return {
      origin: originOf(url, isBelow ? hostname : url.hostname),
      host: `${hostname}${url.port ? `:${url.port}` : ''}`,
    };
  };

  return { locate, get: async (pageHost, path, accept) => get(await locate(pageHost), path, accept) };
};
