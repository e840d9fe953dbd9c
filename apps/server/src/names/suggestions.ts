import type { NameSuggestion } from '@foyer/core/wire'
import { labelRefusal, normalizeName, type Zone } from './labels.js'
import type { Registry } from './registry.js'

/** Names like the one that is typed; see {@link createSuggest}. */
export type Suggest = (asked: { typed: string; zone: string }) => Promise<readonly NameSuggestion[]>

export interface SuggestionsParameters {
  zone: Zone
  isReserved: (label: string) => boolean
  registry: Pick<Registry, 'taken'>
}

/** So many names are offered besides the one that was typed. */
const mostOthers = 4

/**
 * What to offer while a visitor types a name: the name itself, with whether it is free, then other free ones, all of the zone that the client asks
 * for: it takes that away again to show the labels.
 * @see S3.21, S7.16
 * @example await suggest({ typed: 'alice', zone: 'foyer.id' }) // [{ name: 'alice.foyer.id', registered: true }, { name: 'alice-id.foyer.id', … }, …]
 */
export function createSuggest({ zone, isReserved, registry }: SuggestionsParameters): Suggest {
  return async ({ typed, zone: asked }) => {
    const name = normalizeName(typed)
    if (name === null) return []
    const label = zone.labelOf(name) ?? name
    const candidates = [label, ...others(label)].filter((each) => labelRefusal({ label: each, isReserved }) === null)
    const taken = await registry.taken(candidates)
    const isOther = (candidate: string) => candidate !== label && !taken.has(candidate)
    const offered = candidates.filter(isOther).slice(0, mostOthers)
    const own = candidates.includes(label) ? [label] : []
    return [...own, ...offered].map((each) => ({ name: zone.nameOf(each, asked), registered: taken.has(each) }))
  }
}

function others(label: string): readonly string[] {
  const behind = ['-id', '-eth', '-me', '7', '42', '77', '-web3', '-x', '99', '2049'].map((end) => `${label}${end}`)
  const before = ['my-', 'its-', 'hey-'].map((start) => `${start}${label}`)
  return [...behind.slice(0, 2), ...before, ...behind.slice(2)]
}
