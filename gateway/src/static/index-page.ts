import type { DeployedRemote, RemoteRegistry } from '@obieg/contracts';

interface PageParts {
  template: string;
  nonce: string;
  baseDomain: string;
  /** Absent while none is deployed; the shell then asks /remotes.json itself. */
  registry: RemoteRegistry | undefined;
  path: string;
}

const escapeAttribute = (text: string): string =>
  text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** JSON that no HTML parser takes for the end of its script. */
const escapeJson = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');

/** Whether a route's pattern (`/task/:publicTaskId`) covers the path or what lies below it. */
const matches = (pattern: string, path: string): boolean => {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (wanted.length > given.length) return false;
  return wanted.every(
    (segment, index) => segment.startsWith(':') || segment === '*' || segment === given[index],
  );
};

/** The remote that draws this path: the one with the longest matching pattern. */
const findRemoteOfPath = (registry: RemoteRegistry, path: string): DeployedRemote | undefined => {
  let best: { remote: DeployedRemote; length: number } | undefined;
  for (const remote of registry.remotes) {
    for (const route of remote.routes) {
      const length = route.path.split('/').length;
      if (matches(route.path, path) && (!best || length > best.length)) best = { remote, length };
    }
  }
  return best?.remote;
};

const preloadLink = (file: string, integrity: string | undefined): string => {
  const as = file.endsWith('.css') ? 'style' : 'script';
  const hash = integrity === undefined ? '' : ` integrity="${escapeAttribute(integrity)}"`;
  return `<link rel="preload" as="${as}" crossorigin="anonymous" href="${escapeAttribute(file)}"${hash}>`;
};

const preloadLinks = ({ preload, integrity }: DeployedRemote): string =>
  preload
    .filter((file) => /\.(?:js|css)$/.test(file))
    .map((file) => preloadLink(file, integrity[file]))
    .join('');

const metaTag = (name: string, content: string): string =>
  `<meta name="${name}" content="${escapeAttribute(content)}">`;

const headPattern = /<head(?:\s[^>]*)?>/i;
const ownMetaPattern = /<meta\s+name="(?:csp-nonce|base-domain)"[^>]*>/gi;

/**
 * Fills the shell's page: at the start of its head the style nonce, the base domain, the registry as data and the files
 * that the addressed remote will need, so that the browser asks for them at once.
 */
export const renderIndexPage = ({ template, nonce, baseDomain, registry, path }: PageParts): string => {
  const remote = registry && findRemoteOfPath(registry, path);
  const inserted = [
    metaTag('csp-nonce', nonce),
    metaTag('base-domain', baseDomain),
    registry ? `<script type="application/json" id="remote-registry">${escapeJson(registry)}</script>` : '',
    remote ? preloadLinks(remote) : '',
  ].join('');
  return template.replace(ownMetaPattern, '').replace(headPattern, (head) => `${head}${inserted}`);
};
