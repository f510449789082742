import { type DemoFile, makeDemoFile } from './demo-files';

const boundary = 'obieg-demo-file';

/** Request that uploads a demo file. */
export const buildUpload = (file: DemoFile): { headers: Record<string, string>; body: Buffer } => ({
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  body: Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file}"\r\n\r\n`),
    makeDemoFile(file),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]),
});
