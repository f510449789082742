export interface AppOptions {
  kind: 'host' | 'remote';
  name: string;
  port: number;
  preloadChunks?: readonly string[];
}
export declare const defineApp: (app: AppOptions) => (env?: Record<string, unknown>) => object;
