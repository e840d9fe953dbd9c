import type { Wallet } from '@foyer/core/wire'
import type { Orm } from '@foyer/service/db/database'
import { and, eq, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import { directoryState, directoryWallets, pictures as keptPictures, suppliedPictures } from '../db/schema/index.js'
import type { Pictures } from '../pictures/pictures.js'
import type { Picture, PictureName } from './pictures.js'
import { pictureKinds, pictureTypes } from './pictures.js'
import { WalletEdits, WalletFacts } from './walletFacts.js'

/** The wallets that ship with the server, and a digest that changes with them. */
export interface ShippedWallets {
  readonly wallets: readonly Wallet[]
  readonly digest: string
}

/** The directory at one version. */
export interface StoredDirectory {
  readonly version: number
  /** The listed wallets: with edits, without hidden ones. */
  readonly wallets: readonly Wallet[]
  readonly pictures: readonly (PictureName & Pick<Picture, 'mediaType' | 'digest'>)[]
}

/** The counts of an import. */
export interface Imported {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
}

/** The directory in the database. Every change is one transaction that increments its version. */
export interface DirectoryStore {
  /** @returns 0 while it is empty */
  version(): Promise<number>
  load(): Promise<StoredDirectory>
  /** @returns null where no such picture is stored */
  picture(name: PictureName): Promise<Picture | null>
  /** Imports the shipped wallets, once for each release; imported wallets and edits stay. */
  ship(shipped: ShippedWallets): Promise<void>
  /**
   * Imports a list; the operator's edits stay.
   * @param request.replace - removes wallets that aren't in the list, except those that the operator added or edited
   */
  import(request: { wallets: readonly Wallet[]; replace: boolean }): Promise<Imported>
  /**
   * Overrides fields of a listed wallet; an empty object undoes it. An unknown id adds a wallet of the operator.
   * @returns false when the wallet is unknown and the edits have no name
   */
  edit(request: { id: string; edits: WalletEdits }): Promise<boolean>
  /** @throws PictureStoreError: none of them is taken then */
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

const supplied = (orm: Orm) =>
  orm
    .select({
      kind: suppliedPictures.kind,
      id: suppliedPictures.id,
      mediaType: keptPictures.mediaType,
      digest: keptPictures.hash,
    })
    .from(suppliedPictures)
    .innerJoin(keptPictures, eq(keptPictures.hash, suppliedPictures.hash))

/** The state's one row. */
const only = 1
const isOnly = eq(directoryState.id, only)

export function createDirectoryStore({ orm, kept }: { orm: Orm; kept: Pictures }): DirectoryStore {
  const version = async () => {
    const [state] = await orm.select({ version: directoryState.version }).from(directoryState).where(isOnly)
    return state?.version ?? 0
  }
  return {
    version,
    async load() {
      // The version is read first, so that a change during the load makes it old and is loaded again.
      const at = await version()
      const rows = await orm.select().from(directoryWallets)
      const pictures = v.parse(v.array(StoredPicture), await supplied(orm))
      return { version: at, wallets: rows.flatMap(listed), pictures }
    },
    async picture({ kind, id }) {
      const is = and(eq(suppliedPictures.kind, kind), eq(suppliedPictures.id, id))
      const [row] = v.parse(v.array(StoredPicture), await supplied(orm).where(is))
      const bytes = row === undefined ? null : await kept.read({ hash: row.digest, mediaType: row.mediaType })
      return row === undefined || bytes === null ? null : { ...row, bytes }
    },
    ship: ({ wallets, digest }) =>
      inTurn(orm, async (transaction, state) => {
        if (state.withoutShipped || state.shippedDigest === digest) return false
        await importWallets({ transaction, wallets, source: 'shipped', replace: true })
        await transaction.update(directoryState).set({ shippedDigest: digest }).where(isOnly)
        return true
      }),
    async import({ wallets, replace }) {
      let imported: Imported = { added: 0, changed: 0, unchanged: 0, removed: 0 }
      await inTurn(orm, async (transaction) => {
        imported = await importWallets({ transaction, wallets, source: 'imported', replace })
        const { added, changed, removed } = imported
        if (replace) await transaction.update(directoryState).set({ withoutShipped: true }).where(isOnly)
        return added + changed + removed > 0
      })
      return imported
    },
    edit: (request) => edit({ orm, ...request }),
    putPictures: (pictures) => putPictures({ orm, kept, pictures }),
  }
}

type State = typeof directoryState.$inferSelect

/** Serializes changes of all nodes and commands; a change that returns true increments the version. */
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

async function edit({ orm, id, edits }: { orm: Orm; id: string; edits: WalletEdits }): Promise<boolean> {
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
}

interface PutPictures {
  orm: Orm
  kept: Pictures
  pictures: Parameters<DirectoryStore['putPictures']>[0]
}

async function putPictures({ orm, kept, pictures }: PutPictures): Promise<void> {
  // All of them or none: what was kept and isn't named below is forgotten.
  for (const { digest, mediaType, bytes } of pictures) await kept.keep({ hash: digest, mediaType, bytes })
  await inTurn(orm, async (transaction) => {
    for (const { kind, id, digest } of pictures) {
      await transaction
        .insert(suppliedPictures)
        .values({ kind, id, hash: digest })
        .onConflictDoUpdate({ target: [suppliedPictures.kind, suppliedPictures.id], set: { hash: digest } })
    }
    return pictures.length > 0
  })
}

interface ImportWallets {
  transaction: Transaction
  wallets: readonly Wallet[]
  source: 'shipped' | 'imported'
  replace: boolean
}

async function importWallets({ transaction, wallets, source, replace }: ImportWallets): Promise<Imported> {
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

/** A release removes only shipped wallets; no import removes what the operator added or edited. */
function mayGo({ row, source }: { row: Row; source: ImportWallets['source'] }): boolean {
  const isOwn = row.source === 'operator' || Object.keys(row.edits).length > 0
  return !isOwn && (source === 'imported' || row.source === 'shipped')
}

/** An unchanged entry isn't written; a release never changes an imported wallet. */
function mayChange({
  row,
  wallet,
  source,
}: {
  row: Row | undefined
  wallet: Wallet
  source: ImportWallets['source']
}): boolean {
  if (row === undefined) return true
  if (source === 'shipped' && row.source !== 'shipped') return false
  return canonical(row.listed) !== canonical(wallet)
}

/** The same text for the same facts, in any order of their keys. */
function canonical(wallet: Wallet): string {
  return JSON.stringify(wallet, (_, value: unknown) =>
    v.is(v.looseObject({}), value) && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}

/** Splits items into queries of at most 500 parameters. */
function chunks<Item>(items: readonly Item[]): Item[][] {
  const size = 500
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** A wallet as it is listed; none where it is hidden, or where its row isn't a wallet. */
function listed({ listed: facts, edits }: Row): Wallet[] {
  const { hidden, ...said } = v.parse(WalletEdits, edits)
  const wallet = v.safeParse(WalletFacts, { ...facts, ...said })
  return hidden || !wallet.success ? [] : [wallet.output]
}
