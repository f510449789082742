import { defineApp } from '@obieg/build-config/rspack';

export default defineApp({ kind: 'remote', name: 'mf-admin' });
