import type { DeployedRemote, RemoteRegistry } from '@obieg/contracts';

interface PageParts {
  template: string;
  nonce: string;
  baseDomain: string;
  /** Absent before the first deployment; the shell then fetches /remotes.json. */
  registry: RemoteRegistry | undefined;
  path: string;
}

const escapeAttribute = (text: string): string =>
  text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** JSON that cannot end its script element. */
const escapeJson = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');

/** Whether a route pattern (`/task/:publicTaskId`) matches the path or a parent of it. */
const matches = (pattern: string, path: string): boolean => {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (wanted.length > given.length) return false;
  return wanted.every(
    (segment, index) => segment.startsWith(':') || segment === '*' || segment === given[index],
  );
};

/** Finds the remote with the longest matching pattern. */
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
 * Renders the shell's page. Adds to its head: style nonce, base domain, registry, and preload links for the addressed
 * remote.
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
