/** As much of the browser's barcode reader as is needed. @see https://wicg.github.io/shape-detection-api/#barcode-detection-api */
interface CodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}

type CodeReaderClass = new (options: { readonly formats: readonly string[] }) => CodeReader

/** Chromium has one on some systems, other browsers have none. */
function codeReader(): CodeReaderClass | undefined {
  const found: unknown = Reflect.get(globalThis, 'BarcodeDetector')
  return isCodeReader(found) ? found : undefined
}

const isCodeReader = (value: unknown): value is CodeReaderClass => typeof value === 'function'

/** Has the browser both a camera's interface and what reads a code? */
export const canScan = (): boolean =>
  codeReader() !== undefined && typeof navigator !== 'undefined' && navigator.mediaDevices?.getUserMedia !== undefined

/**
 * Shows the camera's picture in a video and looks for a code in each of its frames.
 *
 * @throws what the browser says where it has no camera, or the visitor doesn't allow it
 * @returns the first code's text; undefined when it was aborted
 */
export async function scan({
  video,
  signal,
}: {
  readonly video: HTMLVideoElement
  readonly signal: AbortSignal
}): Promise<string | undefined> {
  const Reader = codeReader()
  if (!Reader) return undefined
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    if (signal.aborted) return undefined
    video.srcObject = stream
    await video.play()
    const reader = new Reader({ formats: ['qr_code'] })
    while (!signal.aborted) {
      const [code] = await reader.detect(video)
      if (code && !signal.aborted) return code.rawValue
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
}
