/** Counts who listens for an event of a window. */
export function countListeners(
  window: EventTarget,
  event: string,
): { readonly count: () => number; readonly stop: () => void } {
  const standing = new Set<unknown>()
  const { addEventListener, removeEventListener } = window
  const wrap = (call: typeof addEventListener | typeof removeEventListener, change: (listener: unknown) => void) =>
    function counted(this: EventTarget, ...args: Parameters<typeof addEventListener>) {
      const [type, listener] = args
      if (type === event) change(listener)
      Reflect.apply(call, window, args)
    }
  Object.assign(window, {
    addEventListener: wrap(addEventListener, (listener) => standing.add(listener)),
    removeEventListener: wrap(removeEventListener, (listener) => standing.delete(listener)),
  })
  return {
    count: () => standing.size,
    stop: () => void Object.assign(window, { addEventListener, removeEventListener }),
  }
}
