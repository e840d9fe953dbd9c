import { english } from '../messages/english.js'
import { toNetwork } from '../networks/toNetwork.js'
import { defaultFeatures, defaultOptions, type FoyerOptions, type ResolvedOptions } from './options.js'

/** Fills in every default. What the host left out and what it set to undefined are the same. */
export function resolveOptions(options: FoyerOptions): ResolvedOptions {
  const [first, ...others] = options.networks
  return {
    ...defaultOptions,
    ...given(options),
    locale: options.locale ?? english,
    networks: [toNetwork(first), ...others.map(toNetwork)],
    defaultNetwork: options.defaultNetwork && toNetwork(options.defaultNetwork),
    api: options.api?.replace(/\/+$/, ''),
    features: { ...defaultFeatures, ...given(options.features) },
  }
}

/** What was really given: a host may pass undefined for "as usual". */
function given<T extends object>(partial: T | undefined): Defined<T> {
  const entries = { ...partial }
  dropUndefined(entries)
  return entries
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function dropUndefined<T extends object>(entries: T): asserts entries is T & Defined<T> {
  for (const key in entries) if (entries[key] === undefined) delete entries[key]
}
