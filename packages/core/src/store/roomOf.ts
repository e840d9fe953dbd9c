import type { FoyerContext } from '../context.js'

/**
 * What a room keeps for a kit beside the store: made when it is first asked for, one of its class. `stop` calls its `end`, after which the next one is made
 * anew; one without an `end` is the same for as long as the kit lives.
 *
 * @example roomOf(contextOf(foyer), { Room: SwapRoom, kit: foyer })
 */
export function roomOf<Kit, Room extends object>(
  { rooms, endings }: Pick<FoyerContext, 'rooms' | 'endings'>,
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
