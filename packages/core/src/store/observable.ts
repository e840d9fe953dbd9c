/** A value that changes, in the shape that `useSyncExternalStore` takes. */
export interface Observable<T> {
  readonly get: () => T
  /** Calls back after each change. @returns unsubscribes */
  readonly subscribe: (listener: () => void) => () => void
}

/** An observable value, as its owner has it. */
export interface ObservableValue<T> extends Observable<T> {
  /** The same value emits nothing. */
  readonly set: (value: T) => void
}

/**
 * Makes an observable value.
 *
 * @param observe - called with the first subscriber; what it returns is called when the last one has left
 * @example
 * const online = observable(true)
 * const unsubscribe = online.subscribe(() => console.log(online.get()))
 */
export function observable<T>(initial: T, observe?: (() => () => void) | undefined): ObservableValue<T> {
  // A subscription is an entry of its own, so that one listener may subscribe twice.
  const subscriptions = new Set<{ readonly listener: () => void }>()
  let value = initial
  let stop: (() => void) | undefined
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const { listener } of [...subscriptions]) listener()
    },
    subscribe(listener) {
      const subscription = { listener }
      subscriptions.add(subscription)
      if (subscriptions.size === 1) stop = observe?.()
      return () => {
        if (subscriptions.delete(subscription) && subscriptions.size === 0) stop?.()
      }
    },
  }
}

/** The rooms of a kit, and the functions that its `stop` calls. */
interface KeptRooms {
  readonly rooms: Map<object, unknown>
  readonly endings: Set<() => void>
}

/**
 * A value that a room keeps for a kit beside the store: made when it is first asked for, one of its class. `stop` calls its `end`, after which the next one is
 * made anew; one without an `end` is the same for as long as the kit lives.
 *
 * @example roomOf(contextOf(foyer), { Room: SwapRoom, kit: foyer })
 */
export function roomOf<Kit, Room extends object>(
  { rooms, endings }: KeptRooms,
  { Room, kit }: { readonly Room: new (kit: Kit) => Room; readonly kit: Kit },
): Room {
  const present = rooms.get(Room)
  if (present instanceof Room) return present
  const room = new Room(kit)
  rooms.set(Room, room)
  if ('end' in room)
    endings.add(() => {
      if (typeof room.end === 'function') room.end()
      rooms.delete(Room)
    })
  return room
}
