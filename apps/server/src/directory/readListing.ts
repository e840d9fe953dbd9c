import type { Wallet } from '@foyer/core/wire'
import * as v from 'valibot'
import { fromExplorer } from './explorerEntry.js'
import { ListingError } from './ListingError.js'
import { WalletFacts } from './walletFacts.js'

/** An entry that isn't taken, and why. */
export interface BadEntry {
  /** the entry's id where it is valid, else its place in the list */
  readonly id: string
  readonly field: string
  readonly problem: string
}

/** What a list holds. */
export interface Listing {
  readonly wallets: readonly Wallet[]
  /** URLs of pictures by wallet id, where entries have one. */
  readonly pictures: ReadonlyMap<string, string>
  readonly bad: readonly BadEntry[]
}

/** A list of more entries is no list of wallets. */
const mostEntries = 20_000

const Entries = v.union([
  v.pipe(
    v.object({ listings: v.record(v.string(), v.unknown()) }),
    v.transform(({ listings }) => Object.values(listings)),
  ),
  v.pipe(
    v.object({ data: v.array(v.unknown()) }),
    v.transform(({ data }) => data),
  ),
])

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
