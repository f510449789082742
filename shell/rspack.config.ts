import { defineApp } from '@obieg/build-config/rspack';

export default defineApp({ kind: 'host', name: 'shell' });
