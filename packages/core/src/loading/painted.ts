/** Resolves once what stands in the page now is painted; at once where nothing is, as on a server. */
export function painted(): Promise<void> {
  const { requestAnimationFrame: nextFrame } = globalThis
  return new Promise((resolve) => {
    // The second frame begins after the first was painted.
    if (nextFrame) nextFrame(() => nextFrame(() => resolve()))
    else resolve()
  })
}
