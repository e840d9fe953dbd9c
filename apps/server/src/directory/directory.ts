import type { WalletsQuery, WalletsReply } from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import type { Log } from '@foyer/service/log/createLog'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import { type Soon, whenThere } from '@foyer/service/soon'
import { LRUCache } from 'lru-cache'
import { artworkFor } from './artworkFor.js'
import type { DirectoryStore, ShippedWallets } from './directoryStore.js'
import type { Picture, PictureName } from './pictures.js'
import { createWalletIndex, type WalletIndex, withOwnChains } from './walletIndex.js'

/** The wallets that kits list, and the pictures that they show. */
export interface Directory {
  /** @see S7.23, S7.24 */
  list(query: WalletsQuery): Promise<WalletsReply>
  /** The same as JSON, which is kept: finding and writing a page of wallets takes longer than all else of an answer. */
  write(query: WalletsQuery): Soon<Uint8Array<ArrayBuffer>>
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

/** The lists that answers are made from, held in memory: a request for wallets never waits for the database. */
interface Held {
  readonly version: number
  readonly index: WalletIndex
  /** the digests of supplied pictures, by kind and id */
  readonly supplied: ReadonlyMap<string, string>
  readonly shipped: ReadonlyMap<string, Picture>
  /** pages as JSON, by what was asked for */
  readonly pages: LRUCache<string, Uint8Array<ArrayBuffer>>
}

const pollMs = 5_000
const cacheBytes = 16 * 1024 * 1024
const pagesLength = 8 * 1024 * 1024

export function createDirectory({ clock, log, ...sources }: DirectoryParameters): Directory {
  const cache = new LRUCache<string, Picture>({ maxSize: cacheBytes, sizeCalculation: ({ bytes }) => bytes.length + 1 })
  const { held, follow } = createHeld({ ...sources, onNew: () => cache.clear() })
  const { store } = sources
  return {
    work: createRepeatedWork({ name: 'directory', everyMs: pollMs, clock, log, round: follow }),
    list: async (query) => (await held()).index.list(query),
    write: (query) => whenThere(held(), ({ index, pages }) => pageOf({ query, index, pages })),
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

type CreateHeld = Omit<DirectoryParameters, 'clock' | 'log'> & {
  /** something else is held from now on */
  onNew: () => void
}

/** Holds the lists, and looks whether they still hold. */
function createHeld({ store, shipped, shippedPictures, chains, onNew }: CreateHeld) {
  let holding: Soon<Held> | undefined
  const load = async (pictures: Held['shipped']): Promise<Held> => {
    const { version, wallets, pictures: supplied } = await store.load()
    const index = createWalletIndex(withOwnChains({ wallets, chains }))
    return {
      version,
      index,
      supplied: new Map(supplied.map((picture) => [keyOf(picture), picture.digest])),
      shipped: pictures,
      pages: new LRUCache({ maxSize: pagesLength, sizeCalculation: (page, key) => page.length + key.length }),
    }
  }
  const begin = async () => {
    try {
      await store.ship(await shipped())
      const first = await load(new Map((await shippedPictures()).map((picture) => [keyOf(picture), picture])))
      holding = first
      return first
    } catch (cause) {
      holding = undefined // the next request may try again
      throw cause
    }
  }
  const held = () => (holding ??= begin())
  return {
    held,
    async follow() {
      const { version, shipped: pictures } = await held()
      if ((await store.version()) === version) return
      const next = await load(pictures)
      onNew()
      holding = next
    },
  }
}

/** As the bytes that are sent: to encode a page takes as long as to find it. */
function pageOf({ query, index, pages }: { query: WalletsQuery } & Pick<Held, 'index' | 'pages'>) {
  const key = JSON.stringify(query)
  const known = pages.get(key)
  if (known !== undefined) return known
  const page = encoder.encode(JSON.stringify(index.list(query)))
  pages.set(key, page)
  return page
}

const encoder = new TextEncoder()

/** A currency's code and a token's symbol are the same in any case; other ids are only as they are written. */
function normal({ kind, id }: PictureName): PictureName {
  return { kind, id: kind === 'currency' || kind === 'token' ? id.toUpperCase() : id }
}

const keyOf = ({ kind, id }: PictureName) => `${kind} ${id}`
