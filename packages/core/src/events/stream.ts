import type { Clock } from '../clock/clock.js'
import type { Observable } from '../store/observable.js'
import type { KitEvent, TimedEvent } from './event.js'

/** Values, one after another, each to every listener. */
export interface Stream<T> {
  /** The newest; undefined before the first. */
  readonly get: () => T | undefined
  readonly emit: (value: T) => void
  /** Calls back with each value. @returns unsubscribes */
  readonly listen: (listener: (value: T) => void) => () => void
}

/** Makes a stream. What a listener throws is thrown to the caller of `emit`, and takes no value from those that follow. */
export function createStream<T>(): Stream<T> {
  const listeners = new Set<(value: T) => void>()
  const waiting: (() => void)[] = []
  let newest: T | undefined
  return {
    get: () => newest,
    listen(listener) {
      // A subscription is an entry of its own, so that one listener may subscribe twice.
      const entry = (value: T) => listener(value)
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    emit(value) {
      const deliver = () => {
        newest = value
        try {
          for (const listener of listeners) listener(value)
        } finally {
          waiting.shift()
          waiting[0]?.()
        }
      }
      // A value that a listener causes comes after the one that caused it, for every listener.
      if (waiting.push(deliver) === 1) deliver()
    },
  }
}

/** The events of a kit, one after another, beside its state: no event renders anything. */
export interface EventStream {
  /** The newest event. */
  readonly events: Observable<TimedEvent | undefined>
  readonly track: (event: KitEvent) => void
  /** Calls back with each event. @returns unsubscribes */
  readonly onEvent: (listener: (event: TimedEvent) => void) => () => void
}

export function createEventStream({ clock }: { readonly clock: Clock }): EventStream {
  const { get, listen, emit } = createStream<TimedEvent>()
  return {
    events: { get, subscribe: listen },
    onEvent: listen,
    track: (data) => emit({ timestamp: clock.now(), data }),
  }
}
