import { defineApp } from '@obieg/build-config/rspack';

export default defineApp({
  kind: 'remote',
  name: 'mf-auth',
  port: 3001,
  preloadChunks: ['mf-auth-login', 'mf-auth-mul'],
});
