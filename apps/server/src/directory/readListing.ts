import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Wallet } from '@foyer/core/wire'
import { packagedFolder } from '@foyer/service/packagedFolder'
import * as v from 'valibot'
import type { ShippedWallets } from './directoryStore.js'
import { ListingError } from './ListingError.js'
import { digestOf } from './pictures.js'
import { WalletFacts } from './walletFacts.js'

/** An entry that isn't taken, and why. */
export interface BadEntry {
  /** the entry's id where it is valid, else its place in the list */
  readonly id: string
  readonly field: string
  readonly problem: string
}

/** The content of a list. */
export interface Listing {
  readonly wallets: readonly Wallet[]
  /** URLs of pictures by wallet id, where entries have one. */
  readonly pictures: ReadonlyMap<string, string>
  readonly bad: readonly BadEntry[]
}

/** A list of more entries is no list of wallets. */
const mostEntries = 20_000

const Entries = v.pipe(
  v.union([v.object({ listings: v.record(v.string(), v.unknown()) }), v.object({ data: v.array(v.unknown()) })]),
  v.transform((said) => ('data' in said ? said.data : Object.values(said.listings))),
)

/**
 * Reads a list of wallets: the public explorer's (`{ listings: { [id]: entry } }`) or a `/getWallets` answer
 * (`{ data: [entry] }`), which is what `directory export` writes. A bad entry is reported and left out, the others stay.
 * @throws {@link ListingError} for what is no list at all
 */
export function readListing(json: string): Listing {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Entries, v.maxLength(mostEntries)), json)
  if (!parsed.success) throw new ListingError({ code: 'no_list' })
  const wallets = new Map<string, Wallet>()
  const pictures = new Map<string, string>()
  const bad: BadEntry[] = []
  for (const [index, entry] of parsed.output.entries()) {
    const { facts, picture } = fromExplorer(entry)
    const read = v.safeParse(WalletFacts, facts)
    if (!read.success) {
      const [issue] = read.issues
      bad.push({ id: idOf({ entry, index }), field: v.getDotPath(issue) ?? 'entry', problem: sentenceOf(issue) })
    } else if (wallets.has(read.output.id)) {
      bad.push({ id: read.output.id, field: 'id', problem: 'stands in the list before' })
    } else {
      wallets.set(read.output.id, read.output)
      if (picture !== undefined) pictures.set(read.output.id, picture)
    }
  }
  return { wallets: [...wallets.values()], pictures, bad }
}

/** An invalid id is untrusted text, so its place is reported instead. */
function idOf({ entry, index }: { entry: unknown; index: number }): string {
  return v.is(v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)) }), entry) ? entry.id : `entry ${index + 1}`
}

/** The schemas' messages repeat the received value; these don't. */
function sentenceOf({ kind, message, received, expected }: v.BaseIssue<unknown>): string {
  if (kind === 'schema' && received === 'undefined') return 'is missing'
  return message.startsWith('Invalid ') ? `must be ${expected ?? 'different'}` : message
}

const Links = v.object({ native: v.optional(v.unknown()), universal: v.optional(v.unknown()) })

/** The fields that the public explorer's own format has apart from a `/getWallets` entry; any part of it may be missing. */
const ExplorerEntry = v.looseObject({
  app: v.object({ ios: v.optional(v.unknown()), android: v.optional(v.unknown()), chrome: v.optional(v.unknown()) }),
  mobile: v.optional(v.nullable(Links)),
  desktop: v.optional(v.nullable(Links)),
})

const Picture = v.pipe(
  v.object({ image_url: v.union([v.string(), v.object({ md: v.string() })]) }),
  v.transform(({ image_url: url }) => (typeof url === 'string' ? url : url.md)),
)

/**
 * Brings an entry of the public explorer to the names that a `/getWallets` entry has. An entry that has those already, or
 * that is neither, stays as it is for the schema to judge.
 */
function fromExplorer(entry: unknown): { facts: unknown; picture: string | undefined } {
  const picture = v.safeParse(Picture, entry)
  const read = v.safeParse(ExplorerEntry, entry)
  return {
    facts: withoutNulls(read.success ? renamed(read.output) : entry),
    picture: picture.success ? picture.output : undefined,
  }
}

function renamed({ app, mobile, desktop, ...entry }: v.InferOutput<typeof ExplorerEntry>): object {
  return {
    ...entry,
    mobile_link: mobile?.native ?? null,
    link_mode: mobile?.universal ?? null,
    desktop_link: desktop?.native ?? null,
    webapp_link: desktop?.universal ?? null,
    app_store: app.ios ?? null,
    play_store: app.android ?? null,
    chrome_store: app.chrome ?? null,
  }
}

/** Lists write what isn't there in three ways: left out, null and empty. These fields may only be left out. */
const leftOut = ['badge_type', 'chains', 'homepage', 'image_id', 'order']

function withoutNulls(entry: unknown): unknown {
  if (!v.is(v.looseObject({}), entry)) return entry
  const isNone = (value: unknown) => value === null || value === ''
  return Object.fromEntries(Object.entries(entry).filter(([name, value]) => !leftOut.includes(name) || !isNone(value)))
}

/** Reads the wallets that ship with the server: facts, in the form of an export. */
export async function shippedWallets(): Promise<ShippedWallets> {
  const file = 'wallets.json'
  const json = await readFile(
    join(packagedFolder({ asking: import.meta.url, name: 'directory', holds: file }), file),
    'utf8',
  )
  return { wallets: readListing(json).wallets, digest: digestOf(json) }
}
