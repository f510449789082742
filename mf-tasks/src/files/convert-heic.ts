/** Quality of photos from the camera (spec 3 §9). */
const jpegQuality = 0.9;
/** Safari on iOS draws no larger canvas. */
const maxPixels = 16_777_216;

const jpegNameOf = (name: string): string => `${name.replace(/\.[^.]*$/, '') || 'photo'}.jpg`;

const toJpeg = (bitmap: ImageBitmap): Promise<Blob | null> => {
  const scale = Math.min(1, Math.sqrt(maxPixels / (bitmap.width * bitmap.height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(bitmap.width * scale);
  canvas.height = Math.floor(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', jpegQuality);
  });
};

/**
 * Converts a photo to JPEG. The result has neither location nor camera data.
 *
 * @returns undefined if the browser cannot decode the format
 */
export const convertHeic = async (file: File): Promise<File | undefined> => {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return undefined;
  }
  try {
    const jpeg = await toJpeg(bitmap);
    return jpeg?.type === 'image/jpeg'
      ? new File([jpeg], jpegNameOf(file.name), { type: jpeg.type, lastModified: file.lastModified })
      : undefined;
  } finally {
    bitmap.close();
  }
};
