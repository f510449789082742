export type CameraProblem = 'blocked' | 'missing' | 'unsupported' | 'insecure' | 'other';

const jpegQuality = 0.9;

/** Without it there is nothing to press (spec 3 §8). Browsers leave the interface out of pages that came by HTTP. */
export const hasCameraInterface = (): boolean =>
  typeof (navigator as Partial<Navigator>).mediaDevices?.getUserMedia === 'function';

const problems: Partial<Record<string, CameraProblem>> = {
  NotAllowedError: 'blocked',
  PermissionDeniedError: 'blocked',
  NotFoundError: 'missing',
  DevicesNotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotSupportedError: 'unsupported',
  TypeError: 'unsupported',
  SecurityError: 'insecure',
};

/** What to tell of a camera that did not open (spec 3 §8). */
export const describeCameraProblem = (error: unknown): CameraProblem => {
  if (!window.isSecureContext) return 'insecure';
  return (error instanceof Error || error instanceof DOMException) && problems[error.name] !== undefined
    ? (problems[error.name] ?? 'other')
    : 'other';
};

/** The rear camera where there is one (spec 3 §9). */
export const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });

export const closeCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** What the camera shows now, as a JPEG of quality 0.9 (spec 3 §9). */
export const takePhoto = (video: HTMLVideoElement): Promise<Blob> => {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The camera gave no picture'))),
      'image/jpeg',
      jpegQuality,
    );
  });
};
