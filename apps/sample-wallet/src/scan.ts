import * as v from 'valibot'

const Found = v.array(v.object({ rawValue: v.string() }))

interface Detector {
  detect(image: HTMLVideoElement): Promise<unknown>
}

interface DetectorMaker {
  new (options: { readonly formats: readonly string[] }): Detector
}

declare global {
  interface Window {
    /** Not in every browser. */
    readonly BarcodeDetector?: DetectorMaker | undefined
  }
}

/** Whether this browser has cameras and a `BarcodeDetector`. */
export const canScan = (): boolean =>
  window.BarcodeDetector !== undefined && 'mediaDevices' in navigator && 'getUserMedia' in navigator.mediaDevices

/**
 * Scans the camera's picture for a pairing code; other codes are ignored.
 * @throws `getUserMedia`'s error where the camera is unavailable, and the signal's reason
 */
export async function scanPairingCode({
  video,
  signal,
}: {
  readonly video: HTMLVideoElement
  readonly signal: AbortSignal
}): Promise<string> {
  const Maker = window.BarcodeDetector
  if (!Maker) throw new Error('This browser doesn’t read codes.')
  const detector = new Maker({ formats: ['qr_code'] })
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    signal.throwIfAborted()
    video.srcObject = stream
    await video.play()
    for (;;) {
      await nextFrame(signal)
      const codes = v.safeParse(Found, await detector.detect(video))
      const code = codes.success ? codes.output.find(({ rawValue }) => rawValue.startsWith('wc:')) : undefined
      if (code) return code.rawValue
    }
  } finally {
    video.srcObject = null
    for (const track of stream.getTracks()) track.stop()
  }
}

/** @throws the signal's reason */
function nextFrame(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    requestAnimationFrame(() => (signal.aborted ? reject(signal.reason) : resolve()))
  })
}
