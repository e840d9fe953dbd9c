import type { NameRecord, NameSuggestion } from '@foyer/core/wire'
import type { Ens } from './ens.js'
import { evmAddressOf } from './evmAddressOf.js'
import { normalizeName } from './labelRule.js'
import { ensRecordOf, recordOf } from './records.js'
import { NameNotFoundError, NamesNotOfferedError } from './refusals.js'
import type { Registry } from './registry.js'
import type { Suggest } from './suggestions.js'
import type { Zone } from './zone.js'

/** The names of the server's own zone and, where ENS is configured, all others. */
export interface Names {
  /** The domain below which names are given; null where none are. */
  readonly zone: string | null
  /**
   * @param request.name - in any of the ways to write it; a label without its zone is a name of the own one
   * @throws {@link NameNotFoundError} · NameUnreadableError · ChainUnavailableError
   * @see S7.14
   */
  resolve(request: { name: string; signal: AbortSignal }): Promise<NameRecord>
  /**
   * The names of an address: those of the own zone; where it has none, the one that it chose in ENS.
   * @throws NameUnreadableError · ChainUnavailableError
   * @see S7.15
   */
  ofAddress(request: { address: string; signal: AbortSignal }): Promise<readonly NameRecord[]>
  /**
   * Free names similar to the typed one. None where the server gives no names.
   * @throws {@link NamesNotOfferedError} for a zone that isn't the server's
   * @see S7.16, S9.23
   */
  suggest(request: { name: string; zone: string }): Promise<readonly NameSuggestion[]>
}

export interface NamesParameters {
  /** null where the server gives no names */
  own: {
    readonly zone: Zone
    readonly registry: Pick<Registry, 'find' | 'ofAddress'>
    readonly suggest: Suggest
  } | null
  /** null where no ENS is configured */
  ens: Pick<Ens, 'addressOf' | 'nameOf'> | null
  /** this server's public address; without it no pictures are given */
  publicUrl: string | undefined
}

export function createNames({ own, ens, publicUrl }: NamesParameters): Names {
  return {
    zone: own?.zone.name ?? null,
    async resolve({ name: text, signal }) {
      const name = normalizeName(text)
      if (name === null) throw new NameNotFoundError()
      const label = own?.zone.labelOf(name) ?? (name.includes('.') ? null : name)
      if (own !== null && label !== null) {
        const found = await own.registry.find(label)
        if (found === null) throw new NameNotFoundError()
        return recordOf({ name: found, zone: own.zone, publicUrl })
      }
      const address = ens === null || !name.includes('.') ? null : await ens.addressOf({ name, signal })
      if (address === null) throw new NameNotFoundError()
      return ensRecordOf({ name, address })
    },
    async ofAddress({ address: text, signal }) {
      const address = evmAddressOf(text)
      if (address === null) return []
      const registered = own === null ? [] : await own.registry.ofAddress(address)
      if (own !== null && registered.length > 0) {
        return registered.map((name) => recordOf({ name, zone: own.zone, publicUrl }))
      }
      const name = ens === null ? null : await ens.nameOf({ address, signal })
      return name === null ? [] : [ensRecordOf({ name, address })]
    },
    async suggest({ name, zone }) {
      if (own === null) return []
      const asked = zone.toLowerCase()
      if (!own.zone.is(asked)) throw new NamesNotOfferedError()
      return own.suggest({ typed: name, zone: asked })
    },
  }
}
