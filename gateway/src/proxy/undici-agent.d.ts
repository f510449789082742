/**
 * The dispatcher of undici. The package's entry point also loads fetch, WebSocket, caches and mocks: 7 MB of memory
 * that a proxy does not need (docs/explanation/performance.md).
 */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
