/** A listener of a provider. What it is called with depends on the event. */
export type Listener = (...values: never[]) => void

/**
 * The part of Node's `EventEmitter` that callers of a provider use. An error of one listener doesn't keep the others from being called: it is reported.
 */
export interface Emitter {
  on(event: string, listener: Listener): Emitter
  addListener(event: string, listener: Listener): Emitter
  once(event: string, listener: Listener): Emitter
  off(event: string, listener: Listener): Emitter
  removeListener(event: string, listener: Listener): Emitter
  removeAllListeners(event?: string): Emitter
  listenerCount(event: string): number
  /** There is no limit that could be set. */
  setMaxListeners(count: number): Emitter
  emit(event: string, ...values: unknown[]): boolean
}

export function createEmitter(report: (error: unknown) => void): Emitter {
  const listeners = new Map<string, { readonly listener: Listener; readonly isOnce: boolean }[]>()
  const of = (event: string) => listeners.get(event) ?? []
  const add = (event: string, listener: Listener, isOnce: boolean) => {
    listeners.set(event, [...of(event), { listener, isOnce }])
    return emitter
  }
  const remove = (event: string, listener: Listener) => {
    const at = of(event)
      .map((each) => each.listener)
      .lastIndexOf(listener)
    listeners.set(
      event,
      of(event).filter((_, index) => index !== at),
    )
    return emitter
  }
  const emitter: Emitter = {
    on: (event, listener) => add(event, listener, false),
    addListener: (event, listener) => add(event, listener, false),
    once: (event, listener) => add(event, listener, true),
    off: remove,
    removeListener: remove,
    removeAllListeners(event) {
      if (event === undefined) listeners.clear()
      else listeners.delete(event)
      return emitter
    },
    listenerCount: (event) => of(event).length,
    setMaxListeners: () => emitter,
    emit(event, ...values) {
      const called = of(event)
      for (const { listener, isOnce } of called) {
        if (isOnce) remove(event, listener)
        try {
          Reflect.apply(listener, undefined, values)
        } catch (error) {
          report(error)
        }
      }
      return called.length > 0
    },
  }
  return emitter
}
