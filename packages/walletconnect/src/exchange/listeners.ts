/** Who is told of something. */
export interface Listeners<Value> {
  /** @returns stops */
  add(listener: (value: Value) => void): () => void
  /** One that throws doesn't keep the others from hearing it. */
  tell(value: Value): void
  clear(): void
}

/** @param report - told of what a listener throws */
export function createListeners<Value>(report: (error: unknown) => void): Listeners<Value> {
  const all = new Set<(value: Value) => void>()
  return {
    add(listener) {
      // One listener may be added twice, and is then there twice.
      const own = (value: Value) => listener(value)
      all.add(own)
      return () => all.delete(own)
    },
    tell(value) {
      for (const listener of [...all]) {
        try {
          listener(value)
        } catch (error) {
          report(error)
        }
      }
    },
    clear: () => all.clear(),
  }
}
