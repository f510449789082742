import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeCameraProblem, openCamera, takePhoto } from './camera';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A picture of the camera's own size; there are no pixels without a browser. */
const watchCanvas = (photo: Blob | null) => {
  const canvas = document.createElement('canvas');
  const drawImage = vi.fn();
  vi.spyOn(canvas, 'getContext').mockReturnValue({ drawImage } as never);
  const toBlob = vi.spyOn(canvas, 'toBlob').mockImplementation((use) => use(photo));
  vi.spyOn(document, 'createElement').mockReturnValue(canvas);
  return { canvas, drawImage, toBlob };
};
const video = { videoWidth: 1_280, videoHeight: 720 } as HTMLVideoElement;

describe('a photo (spec 3 §9)', () => {
  it('is a JPEG of quality 0.9, as large as the camera sees', async () => {
    const photo = new Blob(['x'], { type: 'image/jpeg' });
    const { canvas, drawImage, toBlob } = watchCanvas(photo);
    expect(await takePhoto(video)).toBe(photo);
    expect(toBlob.mock.calls[0]?.slice(1)).toEqual(['image/jpeg', 0.9]);
    expect([canvas.width, canvas.height]).toEqual([1_280, 720]);
    expect(drawImage).toHaveBeenCalledWith(video, 0, 0);
  });

  it('that the browser cannot make is an error, not an empty file', async () => {
    watchCanvas(null);
    await expect(takePhoto(video)).rejects.toThrow();
  });

  it('comes from the rear camera, without sound', async () => {
    const getUserMedia = vi.fn(async () => 'stream');
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
    await openCamera();
    expect(getUserMedia).toHaveBeenCalledWith({ video: { facingMode: 'environment' }, audio: false });
  });
});

describe('a camera that does not open (spec 3 §8)', () => {
  it.each([
    ['NotAllowedError', 'blocked'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotSupportedError', 'unsupported'],
    ['SecurityError', 'insecure'],
    ['NotReadableError', 'other'],
  ])('%s: %s', (name, problem) => {
    vi.stubGlobal('isSecureContext', true);
    expect(describeCameraProblem(new DOMException('', name))).toBe(problem);
  });

  it('is told of HTTPS where that is the reason, whatever the browser calls it', () => {
    vi.stubGlobal('isSecureContext', false);
    expect(describeCameraProblem(new DOMException('', 'NotAllowedError'))).toBe('insecure');
  });
});
