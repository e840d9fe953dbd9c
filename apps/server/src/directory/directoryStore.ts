import type { Wallet } from '@foyer/core/wire'
import { and, eq, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import type { Orm } from '../db/database.js'
import { directoryPictures, directoryState, directoryWallets } from '../db/schema/index.js'
import type { Picture, PictureName } from './pictures.js'
import { pictureKinds, pictureTypes } from './pictures.js'
import { WalletEdits, WalletFacts } from './walletFacts.js'

/** The wallets that ship with the server, and a digest that changes with them. */
export interface ShippedWallets {
  readonly wallets: readonly Wallet[]
  readonly digest: string
}

/** The directory as it stands at one version. */
export interface StoredDirectory {
  readonly version: number
  /** As they are to be listed: edited, and without those that are hidden. */
  readonly wallets: readonly Wallet[]
  readonly pictures: readonly (PictureName & Pick<Picture, 'mediaType' | 'digest'>)[]
}

/** What an import did. */
export interface Imported {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
}

/** The directory in the database. Every change is one transaction, and counts its version up. */
export interface DirectoryStore {
  /** @returns 0 before anything was stored */
  version(): Promise<number>
  load(): Promise<StoredDirectory>
  /** @returns null where no such picture is stored */
  picture(name: PictureName): Promise<Picture | null>
  /** Takes the shipped wallets in, once for each release: imported ones and edits stay as they are. */
  ship(shipped: ShippedWallets): Promise<void>
  /**
   * Takes a list in. What the operator edited stays edited.
   * @param request.replace - wallets that the list doesn't have go, but for those that the operator added or edited
   */
  import(request: { wallets: readonly Wallet[]; replace: boolean }): Promise<Imported>
  /**
   * Says what holds instead of what is listed; an empty object undoes it. An unknown id is a wallet of the operator's own.
   * @returns false when the wallet is unknown and the edits have no name
   */
  edit(request: { id: string; edits: WalletEdits }): Promise<boolean>
  putPictures(pictures: readonly (PictureName & Picture)[]): Promise<void>
}

type Row = typeof directoryWallets.$inferSelect
type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0]

const StoredPicture = v.object({
  kind: v.picklist(pictureKinds),
  id: v.string(),
  mediaType: v.picklist(pictureTypes),
  digest: v.string(),
})

/** The state's one row. */
const only = 1
const isOnly = eq(directoryState.id, only)

export function createDirectoryStore({ orm }: { orm: Orm }): DirectoryStore {
  const version = async () => {
    const [state] = await orm.select({ version: directoryState.version }).from(directoryState).where(isOnly)
    return state?.version ?? 0
  }
  return {
    version,
    async load() {
      // The version first: a change in between is loaded again, since the version is then known to be old.
      const at = await version()
      const { kind, id, mediaType, digest } = directoryPictures
      const pictures = await orm.select({ kind, id, mediaType, digest }).from(directoryPictures)
      const rows = await orm.select().from(directoryWallets)
      return { version: at, wallets: rows.flatMap(listed), pictures: v.parse(v.array(StoredPicture), pictures) }
    },
    async picture({ kind, id }) {
      const is = and(eq(directoryPictures.kind, kind), eq(directoryPictures.id, id))
      const [row] = await orm.select().from(directoryPictures).where(is)
      if (row === undefined) return null
      return { ...v.parse(StoredPicture, row), bytes: new Uint8Array(Buffer.from(row.content, 'base64')) }
    },
    ship: ({ wallets, digest }) =>
      inTurn(orm, async (transaction, state) => {
        if (state.withoutShipped || state.shippedDigest === digest) return false
        await takeIn({ transaction, wallets, source: 'shipped', replace: true })
        await transaction.update(directoryState).set({ shippedDigest: digest }).where(isOnly)
        return true
      }),
    async import({ wallets, replace }) {
      let imported: Imported = { added: 0, changed: 0, unchanged: 0, removed: 0 }
      await inTurn(orm, async (transaction) => {
        imported = await takeIn({ transaction, wallets, source: 'imported', replace })
        const { added, changed, removed } = imported
        if (replace) await transaction.update(directoryState).set({ withoutShipped: true }).where(isOnly)
        return added + changed + removed > 0
      })
      return imported
    },
    async edit({ id, edits }) {
      let known = true
      await inTurn(orm, async (transaction) => {
        const [row] = await transaction.select().from(directoryWallets).where(eq(directoryWallets.id, id))
        const { name, hidden: _, ...rest } = edits
        known = row !== undefined || name !== undefined
        if (!known) return false
        const set = { edits: { ...edits } }
        const own = { id, source: 'operator', listed: { ...rest, id, name: name ?? '' } }
        await transaction
          .insert(directoryWallets)
          .values({ ...own, ...set })
          .onConflictDoUpdate({ target: directoryWallets.id, set })
        return true
      })
      return known
    },
    putPictures: (pictures) =>
      inTurn(orm, async (transaction) => {
        for (const { kind, id, mediaType, bytes, digest } of pictures) {
          const set = { mediaType, digest, content: Buffer.from(bytes).toString('base64') }
          await transaction
            .insert(directoryPictures)
            .values({ kind, id, ...set })
            .onConflictDoUpdate({ target: [directoryPictures.kind, directoryPictures.id], set })
        }
        return pictures.length > 0
      }),
  }
}

type State = typeof directoryState.$inferSelect

/** One change at a time, whichever node or command makes it; it counts the version up if it says that it changed something. */
async function inTurn(orm: Orm, change: (transaction: Transaction, state: State) => Promise<boolean>): Promise<void> {
  await orm.transaction(async (transaction) => {
    await transaction.insert(directoryState).values({ id: only, version: 0 }).onConflictDoNothing()
    const [state] = await transaction.select().from(directoryState).where(isOnly).for('update')
    if (state === undefined || !(await change(transaction, state))) return
    await transaction
      .update(directoryState)
      .set({ version: state.version + 1 })
      .where(isOnly)
  })
}

interface TakeIn {
  transaction: Transaction
  wallets: readonly Wallet[]
  source: 'shipped' | 'imported'
  replace: boolean
}

async function takeIn({ transaction, wallets, source, replace }: TakeIn): Promise<Imported> {
  const before = new Map((await transaction.select().from(directoryWallets)).map((row) => [row.id, row]))
  const given = new Set(wallets.map(({ id }) => id))
  const gone = replace ? [...before.values()].filter((row) => !given.has(row.id) && mayGo({ row, source })) : []
  const fresh = wallets.filter((wallet) => mayChange({ row: before.get(wallet.id), wallet, source }))
  for (const ids of chunks(gone.map(({ id }) => id))) {
    await transaction.delete(directoryWallets).where(inArray(directoryWallets.id, ids))
  }
  for (const wallet of fresh) {
    const set = { listed: wallet, source }
    await transaction
      .insert(directoryWallets)
      .values({ id: wallet.id, ...set })
      .onConflictDoUpdate({ target: directoryWallets.id, set })
  }
  const added = fresh.filter(({ id }) => !before.has(id)).length
  const counts = { added, changed: fresh.length - added, unchanged: wallets.length - fresh.length }
  return { ...counts, removed: gone.length }
}

/** A release takes away only what a release brought; nothing takes away what the operator said. */
function mayGo({ row, source }: { row: Row; source: TakeIn['source'] }): boolean {
  const isOwn = row.source === 'operator' || Object.keys(row.edits).length > 0
  return !isOwn && (source === 'imported' || row.source === 'shipped')
}

/** A list that is the same as before changes nothing; a release never changes what was imported. */
function mayChange({
  row,
  wallet,
  source,
}: {
  row: Row | undefined
  wallet: Wallet
  source: TakeIn['source']
}): boolean {
  if (row === undefined) return true
  if (source === 'shipped' && row.source !== 'shipped') return false
  return canonical(row.listed) !== canonical(wallet)
}

/** The same text for the same facts, in whatever order a database gives them back. */
function canonical(wallet: Wallet): string {
  return JSON.stringify(wallet, (_, value: unknown) =>
    v.is(v.looseObject({}), value) && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}

/** What a query may name at once. */
function chunks<Item>(items: readonly Item[]): Item[][] {
  const size = 500
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** A wallet as it is to be listed; none where it is hidden, or where an older release stored what isn't one any more. */
function listed({ listed: facts, edits }: Row): Wallet[] {
  const { hidden, ...said } = v.parse(WalletEdits, edits)
  const wallet = v.safeParse(WalletFacts, { ...facts, ...said })
  return hidden || !wallet.success ? [] : [wallet.output]
}
