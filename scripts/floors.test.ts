import { describe, expect, test } from 'vitest'
import { importsOf, resolveRelative, sourceFiles } from './imports.js'

/**
 * Rooms are the folders of a `src`, and the files beside them; of a floor (`base`, `kit`, `features`, `kernel`), each of its folders. A room imports, types
 * included, from rooms below its own: none leads back to itself.
 */
const roots = [
  ...['keeper', 'server', 'wallet'].map((app) => `apps/${app}/src`),
  ...[
    'algorand',
    'bitcoin',
    'cardano',
    'core',
    'cosmos',
    'custody',
    'embedded',
    'ethereum-provider',
    'evm',
    'login',
    'multiversx',
    'near',
    'page',
    'parts',
    'polkadot',
  ].map(packaged),
  ...['react', 'relay', 'service', 'signing', 'siwx-server', 'solana', 'testing', 'tezos', 'walletconnect'].map(
    packaged,
  ),
]

/** From the ground up; what lies on none stands on all of them. */
const floors = ['kernel', 'base', 'kit', 'features']

describe.each(roots)('%s', (root) => {
  test('rooms import downwards', () => {
    expect(circlesOf(roomsOf(root))).toEqual([])
  })

  test('a floor stands on those below it', () => {
    const floorOf = (room: string) => {
      const floor = floors.indexOf(room.split('/')[0] ?? '')
      return floor < 0 ? floors.length : floor
    }
    const upwards = [...roomsOf(root)].flatMap(([room, imported]) =>
      [...imported].filter((other) => floorOf(other) > floorOf(room)).map((other) => `${room} → ${other}`),
    )
    expect(upwards).toEqual([])
  })
})

function packaged(name: string): string {
  return `packages/${name}/src`
}

/** What each room imports of others. */
function roomsOf(root: string): ReadonlyMap<string, ReadonlySet<string>> {
  const files = sourceFiles(root).filter((file) => !/\/(test|fixtures)\/|\.d\.ts$/.test(file))
  const known = new Set(files)
  const roomOf = (file: string) => {
    const [first = '', second = '', ...rest] = file.slice(root.length + 1).split('/')
    return floors.includes(first) && rest.length > 0 ? `${first}/${second}` : first
  }
  const rooms = new Map(files.map((file) => [roomOf(file), new Set<string>()]))
  for (const file of files) {
    for (const { specifier } of importsOf(file)) {
      const target = specifier.startsWith('.') ? resolveRelative({ from: file, specifier, files: known }) : undefined
      if (target !== undefined && roomOf(target) !== roomOf(file)) rooms.get(roomOf(file))?.add(roomOf(target))
    }
  }
  return rooms
}

/** The sets of rooms of which each leads to each other one. */
function circlesOf(rooms: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const reached = new Map([...rooms.keys()].map((room) => [room, reachedBy(room, rooms)]))
  const circles = [...rooms.keys()].map((room) =>
    [...(reached.get(room) ?? [])].filter((other) => reached.get(other)?.has(room)),
  )
  return circles.filter(({ length }) => length > 1)
}

function reachedBy(room: string, rooms: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set(rooms.get(room))
  for (const each of reached) for (const next of rooms.get(each) ?? []) reached.add(next)
  return reached
}
