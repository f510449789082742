import { defineApp } from '@obieg/build-config/rspack';

export default defineApp({
  kind: 'remote',
  name: 'mf-auth',
  firstPages: { '/login': { chunks: ['mf-auth-login', 'mf-auth-mul'] } },
});
