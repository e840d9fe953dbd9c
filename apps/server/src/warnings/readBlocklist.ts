import { addressKey } from '@foyer/core/chain'
import * as v from 'valibot'

/** The entries of an operator's list: addresses as they are compared, and hosts of sites. */
export interface Blocklist {
  readonly addresses: ReadonlySet<string>
  readonly sites: ReadonlySet<string>
}

export const emptyBlocklist: Blocklist = { addresses: new Set(), sites: new Set() }

/** More entries than these are no list that was made with care. */
const mostEntries = 1_000_000

const host = /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])?$/

const Lists = v.union([
  v.pipe(
    v.array(v.string()),
    v.transform((entries) => [entries]),
  ),
  v.pipe(
    v.unknown(),
    v.check((lists) => !Array.isArray(lists)),
    v.record(v.string(), v.unknown()),
    v.transform((lists) => Object.values(lists).flatMap((list) => (v.is(v.array(v.string()), list) ? [list] : []))),
  ),
])

/**
 * Reads a list in any of the ways in which such lists are written: JSON of one list or of several by their names, or a line each, in which what follows a `#` is
 * a remark.
 * @returns undefined for what is no list
 */
export function readBlocklist(text: string): Blocklist | undefined {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson(), Lists), text)
  const isText = !/^\s*[[{]/.test(text)
  if (!json.success && !isText) return undefined
  const lines = json.success ? json.output.flat() : text.split(/\r?\n/).map((line) => line.replace(/#.*/, ''))
  const entries = lines.map((line) => line.trim()).filter((line) => line !== '')
  if (entries.length > mostEntries) return undefined
  const isSite = (entry: string) => host.test(entry.toLowerCase())
  return {
    addresses: new Set(entries.filter((entry) => !isSite(entry)).map(addressKey)),
    sites: new Set(entries.filter(isSite).map((entry) => entry.toLowerCase())),
  }
}
