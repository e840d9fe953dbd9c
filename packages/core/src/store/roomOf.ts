import type { FoyerContext } from '../context.js'

/**
 * What a room keeps for a kit beside the store: made when it is first asked for.
 *
 * @param parameters.Room - distinguishes it from anything else
 * @param parameters.end - called by `stop`, after which the next one is made anew; without it the room is the same for as long as the kit lives
 */
export function roomOf<Room extends object>({
  context: { rooms, endings },
  name,
  Room,
  make,
  end,
}: {
  readonly context: Pick<FoyerContext, 'rooms' | 'endings'>
  readonly name: string
  readonly Room: abstract new (...parameters: never[]) => Room
  readonly make: () => Room
  readonly end?: ((room: Room) => void) | undefined
}): Room {
  const present = rooms.get(name)
  if (present instanceof Room) return present
  const room = make()
  rooms.set(name, room)
  if (end)
    endings.add(() => {
      end(room)
      rooms.delete(name)
    })
  return room
}
