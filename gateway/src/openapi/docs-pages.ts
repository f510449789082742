import { readFileSync } from 'node:fs';
import type { GatewayContext } from '../http/request-handler';
import { docsPolicy } from '../http/security-headers';
import { sendShared } from '../http/shared-body';
import type { createApiDescription } from './api-description';

const page =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Obieg - API</title><link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/api/docs/docs.css">' +
  '<script type="module" src="/api/docs/docs.js"></script></head><body><main id="docs">' +
  '<h1>Obieg API</h1><p role="status">Loading…</p><noscript>The description as data: ' +
  '<a href="/api/docs/openapi.json">openapi.json</a></noscript></main></body></html>';

/** Serves the API page, its two files and the OpenAPI document. */
export const createDocsPages = (
  assets: URL,
  description: ReturnType<typeof createApiDescription>,
): Record<string, (context: GatewayContext) => Promise<void>> => {
  const asset = (name: string, type: string) => {
    const content = readFileSync(new URL(name, assets));
    return async (context: GatewayContext): Promise<void> => {
      context.set('cache-control', 'no-cache');
      sendShared(context, content);
      context.type = type;
    };
  };
  const showPage = async (context: GatewayContext): Promise<void> => {
    context.set({ 'content-security-policy': docsPolicy, 'cache-control': 'no-cache' });
    context.type = 'html';
    context.body = page;
  };
  return {
    '/api/docs': showPage,
    '/api/docs/': showPage,
    '/api/docs/docs.js': asset('docs.js', 'text/javascript'),
    '/api/docs/docs.css': asset('docs.css', 'text/css'),
    '/api/docs/openapi.json': async (context) => {
      const content = await description.read();
      context.set('cache-control', 'no-cache');
      sendShared(context, content);
      context.type = 'application/json';
    },
  };
};
