import type { Hex } from '@foyer/core/chain'
import { createSharedReads, type SharedReads } from '../cache/sharedReads.js'
import type { Clock } from '../clock.js'
import type { Ens } from './ens.js'
import { NameUnreadableError } from './refusals.js'

/** Short, because an owner checks a name right after setting it up. */
const lifetimeMs = 30_000
const timeoutMs = 20_000
const mostAnswers = 10_000
/** Texts may be long: with so many, at most some 50 MB are kept. */
const mostTexts = 1_000

/** ENS with concurrent requests joined, and answers cached for a short while. */
export function recallEns({ ens, clock }: { ens: Ens; clock: Clock }): Ens {
  const addresses = reads<string, Hex>({
    clock,
    keyOf: (name) => name,
    read: (name, signal) => ens.addressOf({ name, signal }),
  })
  const names = reads<Hex, string>({
    clock,
    keyOf: (address) => address,
    read: (address, signal) => ens.nameOf({ address, signal }),
  })
  const texts = reads<{ name: string; key: string }, string>({
    clock,
    keyOf: ({ name, key }) => `${name} ${key}`,
    most: mostTexts,
    read: (text, signal) => ens.textOf({ ...text, signal }),
  })
  return {
    async addressOf({ name, signal }) {
      return only(await addresses.of({ items: [name], signal }))
    },
    async nameOf({ address, signal }) {
      return only(await names.of({ items: [address], signal }))
    },
    async textOf({ signal, ...text }) {
      return only(await texts.of({ items: [text], signal }))
    },
  }
}

interface Reads<Item, Value> {
  clock: Clock
  keyOf: (item: Item) => string
  /** @returns null for what there isn't */
  read: (item: Item, signal: AbortSignal) => Promise<Value | null>
  most?: number | undefined
}

function reads<Item, Value>({ clock, keyOf, read, most = mostAnswers }: Reads<Item, Value>): SharedReads<Item, Value> {
  const entryOf = async (item: Item, signal: AbortSignal): Promise<readonly (readonly [string, Value])[]> => {
    try {
      const value = await read(item, signal)
      return value === null ? [] : [[keyOf(item), value]]
    } catch (cause) {
      throw signal.aborted ? new NameUnreadableError({ cause }) : cause
    }
  }
  const load = async ({ items, signal }: { items: readonly Item[]; signal: AbortSignal }) =>
    new Map((await Promise.all(items.map((item) => entryOf(item, signal)))).flat())
  return createSharedReads({ keyOf, load, lifetimeMs, timeoutMs, most, clock })
}

const only = <Value>(values: ReadonlyMap<string, Value>): Value | null => [...values.values()][0] ?? null
