import type { WalletsQuery, WalletsReply } from '@foyer/core/wire'
import { LRUCache } from 'lru-cache'
import type { BackgroundWork } from '../background.js'
import type { Clock } from '../clock.js'
import type { Log } from '../log/createLog.js'
import { createRepeatedWork } from '../repeatedWork.js'
import { artworkFor } from './artworkFor.js'
import type { DirectoryStore, ShippedWallets } from './directoryStore.js'
import type { Picture, PictureName } from './pictures.js'
import { createWalletIndex, type WalletIndex, withOwnChains } from './walletIndex.js'

/** The wallets that kits list, and the pictures that they show. */
export interface Directory {
  /** @see S7.23, S7.24 */
  list(query: WalletsQuery): Promise<WalletsReply>
  /** The operator's picture, else the one that ships, else one that is drawn. @returns null for an unknown id @see S7.25, S7.26 */
  picture(name: PictureName): Promise<Picture | null>
  /** Follows changes that other nodes and commands made. */
  readonly work: BackgroundWork
}

export interface DirectoryParameters {
  store: DirectoryStore
  /** reads what ships with the server, once */
  shipped: () => Promise<ShippedWallets>
  /** reads the pictures that ship with it, once */
  shippedPictures: () => Promise<readonly (PictureName & Picture)[]>
  /** the networks that the server serves, as CAIP-2 ids */
  chains: readonly string[]
  clock: Pick<Clock, 'setTimeout'>
  log: Pick<Log, 'warn'>
}

/** What is asked, held in memory: a request for wallets never waits for the database. */
interface Held {
  readonly version: number
  readonly index: WalletIndex
  /** the digests of supplied pictures, by kind and id */
  readonly supplied: ReadonlyMap<string, string>
  readonly shipped: ReadonlyMap<string, Picture>
}

const pollMs = 5_000
const cacheBytes = 16 * 1024 * 1024

export function createDirectory({
  store,
  shipped,
  shippedPictures,
  chains,
  clock,
  log,
}: DirectoryParameters): Directory {
  const cache = new LRUCache<string, Picture>({ maxSize: cacheBytes, sizeCalculation: ({ bytes }) => bytes.length + 1 })
  let holding: Promise<Held> | undefined
  const load = async (pictures: Held['shipped']): Promise<Held> => {
    const { version, wallets, pictures: supplied } = await store.load()
    const index = createWalletIndex(withOwnChains({ wallets, chains }))
    return {
      version,
      index,
      supplied: new Map(supplied.map((picture) => [keyOf(picture), picture.digest])),
      shipped: pictures,
    }
  }
  const begin = async () => {
    await store.ship(await shipped())
    return load(new Map((await shippedPictures()).map((picture) => [keyOf(picture), picture])))
  }
  const held = () =>
    (holding ??= begin().catch((cause: unknown) => {
      holding = undefined // the next request may try again
      throw cause
    }))
  const follow = async () => {
    const { version, shipped: pictures } = await held()
    if ((await store.version()) === version) return
    const next = await load(pictures)
    cache.clear()
    holding = Promise.resolve(next)
  }
  return {
    work: createRepeatedWork({ name: 'directory', everyMs: pollMs, clock, log, round: follow }),
    list: async (query) => (await held()).index.list(query),
    async picture(asked) {
      const name = normal(asked)
      const { index, supplied, shipped: marks } = await held()
      const digest = supplied.get(keyOf(name))
      // What is drawn shows the id as it was asked for.
      const key = `${keyOf(name)} ${digest ?? `drawn ${asked.id}`}`
      const cached = cache.get(key)
      if (cached !== undefined) return cached
      const stored = digest === undefined ? null : await store.picture(name)
      const picture =
        stored ?? marks.get(keyOf(name)) ?? artworkFor({ ...name, label: asked.id, nameOfWallet: index.nameOfImage })
      // What stands in for one whose content is gone is drawn anew until that is back.
      if (picture !== null && (stored !== null || digest === undefined)) cache.set(key, picture)
      return picture
    },
  }
}

/** A currency's code and a token's symbol are the same in any case; other ids are only as they are written. */
function normal({ kind, id }: PictureName): PictureName {
  return { kind, id: kind === 'currency' || kind === 'token' ? id.toUpperCase() : id }
}

const keyOf = ({ kind, id }: PictureName) => `${kind} ${id}`
