/** The subscribers to a stream of events. */
export interface Listeners<Value> {
  /** @returns unsubscribes */
  subscribe(listener: (value: Value) => void): () => void
  /** Calls every listener, also where one throws. */
  emit(value: Value): void
  clear(): void
}

/** @param report - receives what a listener throws */
export function createListeners<Value>(report: (error: unknown) => void): Listeners<Value> {
  const all = new Set<(value: Value) => void>()
  return {
    subscribe(listener) {
      // A listener that is added twice is called twice.
      const own = (value: Value) => listener(value)
      all.add(own)
      return () => all.delete(own)
    },
    emit(value) {
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
