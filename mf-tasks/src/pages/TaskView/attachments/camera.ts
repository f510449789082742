export type CameraErrorCode = 'blocked' | 'missing' | 'unsupported' | 'insecure' | 'other';

const jpegQuality = 0.9;

/** Whether to offer the camera (spec 3 §8). Browsers omit `mediaDevices` on pages without HTTPS. */
export const hasCameraInterface = (): boolean =>
  typeof (navigator as Partial<Navigator>).mediaDevices?.getUserMedia === 'function';

const errorCodes: Partial<Record<string, CameraErrorCode>> = {
  NotAllowedError: 'blocked',
  PermissionDeniedError: 'blocked',
  NotFoundError: 'missing',
  DevicesNotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotSupportedError: 'unsupported',
  TypeError: 'unsupported',
  SecurityError: 'insecure',
};

/** Returns the error code whose text the page shows (spec 3 §8). */
export const classifyCameraError = (error: unknown): CameraErrorCode => {
  if (!window.isSecureContext) return 'insecure';
  return (error instanceof Error || error instanceof DOMException) && errorCodes[error.name] !== undefined
    ? (errorCodes[error.name] ?? 'other')
    : 'other';
};

/** Opens the rear camera, if there is one (spec 3 §9). */
export const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });

export const closeCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** Captures the current video frame as a JPEG (spec 3 §9). */
export const takePhoto = (video: HTMLVideoElement): Promise<Blob> => {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('Failed to encode the photo'))),
      'image/jpeg',
      jpegQuality,
    );
  });
};
