export interface AppOptions {
  kind: 'host' | 'remote';
  name: string;
  firstPages?: Record<string, { chunks: readonly string[]; uses?: readonly string[] }>;
}
export declare const defineApp: (app: AppOptions) => (env?: Record<string, unknown>) => object;
