/**
 * Resolves once what stands in the page now is painted: in the first task after its frame, so that neither that frame nor the next one waits for what
 * follows. At once where nothing is painted, as on a server and in a tab in the background.
 */
export function painted(): Promise<void> {
  const { requestAnimationFrame: nextFrame, document } = globalThis
  return new Promise((resolve) => {
    if (nextFrame && !document.hidden) nextFrame(() => setTimeout(resolve))
    else resolve()
  })
}
