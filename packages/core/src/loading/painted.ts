/** Resolves once what stands in the page now is painted; at once where nothing is, as on a server and in a tab in the background. */
export function painted(): Promise<void> {
  const { requestAnimationFrame: nextFrame, document } = globalThis
  return new Promise((resolve) => {
    // The second frame begins after the first was painted.
    if (nextFrame && !document.hidden) nextFrame(() => nextFrame(() => resolve()))
    else resolve()
  })
}
