/**
 * The part of undici that forwards. The package's entry also loads its fetch, WebSocket, caches and mocks: 7 MB of memory
 * that a proxy has no use for (docs/performance.md).
 */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
