/**
 * Starts something once what stands in the page now is painted; at once where nothing is, as on a server.
 *
 * @param start - may return what stops it
 * @returns stops it, or keeps it from starting
 */
export function afterPaint(start: () => (() => void) | undefined): () => void {
  const { requestAnimationFrame: nextFrame } = globalThis
  let stopped = false
  let stop: (() => void) | undefined
  const begin = () => {
    if (!stopped) stop = start()
  }
  // The second frame begins after the first was painted.
  if (nextFrame) nextFrame(() => nextFrame(begin))
  else begin()
  return () => {
    stopped = true
    stop?.()
  }
}
