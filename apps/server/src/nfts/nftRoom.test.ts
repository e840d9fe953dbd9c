import { beforeEach, describe, expect, test } from 'vitest'
import { returns } from '../contracts/test/strangeContracts.js'
import { nfts as nftsTable, pictures } from '../db/schema/index.js'
import { createMemoryStore } from '../pictures/memoryStore.js'
import { content } from '../safeFetch/test/startFiles.js'
import { pngOf } from '../test/headsOfPictures.js'
import type { NftId } from './nft.js'
import { type NftRoom, usualRoom } from './nftRoom.js'
import { nftGround, openNftRooms, placeNft } from './test/openNftRooms.js'

const png = pngOf()
const mallory = '0xbad'

const ground = nftGround()

const open = ({ room = usualRoom }: { room?: NftRoom } = {}) =>
  openNftRooms({ ground, pictureStore: createMemoryStore(), days: 0, room })

describe('of what is kept', () => {
  beforeEach(async () => {
    await ground.database.orm.delete(nftsTable)
    await ground.database.orm.delete(pictures)
  })
  const size = 100
  let last = 0
  /** One with a picture of its own. */
  const withPicture = async () => {
    last += 1
    const path = `/n${last}`
    const bytes = new Uint8Array(size).fill(last)
    bytes.set(png)
    bytes[size - 1] = last
    ground.files.serve(path, content({ body: JSON.stringify({ image: `${ground.files.origin}/p${last}` }) }))
    ground.files.serve(`/p${last}`, content({ body: bytes, type: 'image/png' }))
    return placeNft({ url: ground.anvil.url, index: last, uri: returns.text(`${ground.files.origin}${path}`) })
  }
  const some = async (count: number) => {
    const ids: NftId[] = []
    for (let index = 0; index < count; index += 1) ids.push(await withPicture())
    return ids
  }
  const shown = async ({ nfts }: ReturnType<typeof open>, ids: readonly NftId[]) => {
    const all = await Promise.all(ids.map((id) => nfts.picture({ ...id, chainId: 'eip155:31337' })))
    return all.map((picture) => picture !== null)
  }
  const hourMs = 3_600_000

  test('one account has a sixteenth: its own pictures that were asked for least leave, nobody’s wait', async () => {
    const rooms = open({ room: { most: 1_000, mostBytes: 16 * 4 * size } })
    const [many, few] = [await some(12), await some(3)]
    for (const id of many) await rooms.of(id, mallory)
    for (const id of few) await rooms.of(id)
    await rooms.fetchDue()
    expect(await shown(rooms, few)).toEqual([true, true, true])
    // As many as are fetched at once may come on top.
    expect((await shown(rooms, many)).filter(Boolean).length).toBeLessThanOrEqual(7)
    const before = ground.files.asked.length
    await rooms.fetchDue()
    expect(ground.files.asked).toHaveLength(before)
    rooms.pass(hourMs + 1)
    await rooms.fetchDue()
    const later = await shown(rooms, many)
    expect([3, 4]).toContain(later.filter(Boolean).length)
    expect(await shown(rooms, few)).toEqual([true, true, true])
  })

  test('an account with much to be fetched makes no other wait until that is done', async () => {
    const rooms = open()
    const [many, one] = [await some(9), await withPicture()]
    for (const id of many) await rooms.of(id, mallory)
    rooms.pass(1)
    await rooms.of(one)
    await rooms.fetchDue()
    const order = ground.files.asked.filter((path) => path.startsWith('/n'))
    expect(order).toHaveLength(10)
    expect(order.indexOf(`/n${last}`)).toBeLessThan(4)
  })

  test('the pictures that were asked for least leave where all take too much, by their bytes', async () => {
    const rooms = open({ room: { most: 1_000, mostBytes: 16 * size } })
    const ids = await some(17)
    // Each of an account of its own, a day after the one before.
    for (const [index, id] of ids.entries()) {
      await rooms.of(id, `0x${index}`)
      await rooms.fetchDue()
      rooms.pass(86_400_000)
    }
    const all = await shown(rooms, ids)
    expect([all[0], all.at(-1), all.filter(Boolean).length]).toEqual([false, true, 16])
  })

  test('so many NFTs are remembered: of one account a sixteenth, and of all those that were asked for last', async () => {
    const rooms = open({ room: { most: 16, mostBytes: 1e9 } })
    const of = (account: string, index: number) =>
      ({
        ...{
          chainId: 'eip155:31337',
          contract: `0x${account}`,
          tokenId: String(index),
          standard: 'erc721' as const,
          account,
        },
        ...{ askedAt: new Date(Date.parse('2100-01-01T00:00:00Z') + index) },
      }) as const
    const [many, others] = [
      Array.from({ length: 20 }, (_, index) => of('many', 100 + index)),
      [1, 2].map((n) => of(`${n}`, n)),
    ]
    await ground.database.orm.insert(nftsTable).values([...many, ...others])
    await rooms.forget()
    const left = await ground.database.orm.select().from(nftsTable).orderBy(nftsTable.askedAt)
    expect(left.map(({ account, tokenId }) => `${account} ${tokenId}`)).toEqual(['1 1', '2 2', 'many 119'])
    const each = Array.from({ length: 20 }, (_, index) => of(`each${index}`, 1_000 + index))
    await ground.database.orm.insert(nftsTable).values(each)
    await rooms.forget()
    const last = await ground.database.orm.select().from(nftsTable).orderBy(nftsTable.askedAt)
    expect(last.map(({ tokenId }) => Number(tokenId))).toEqual(Array.from({ length: 16 }, (_, index) => 1_004 + index))
  })
})
