import type { Hex } from '@foyer/core/chain'
import { type IdentityReply, limits, type NameAddress, type NameRecord, type NameSuggestion } from '@foyer/core/wire'
import { isAddress } from 'viem'
import { showableText } from '../tokens/showableText.js'
import type { Ens } from './ens.js'
import { labelRefusal, normalizeName, type Zone } from './labels.js'
import { NameNotFoundError, NamesNotOfferedError, NameUnreadableError } from './refusals.js'
import type { RegisteredName, Registry } from './registry.js'

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
   * The name and picture of an address; null where there are none. A name of the server's own zone comes first: it was given here.
   * @throws ChainUnavailableError when ENS is unavailable
   * @see S7.4
   */
  identityOf(request: { address: string; signal: AbortSignal }): Promise<IdentityReply>
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
  ens: Pick<Ens, 'addressOf' | 'nameOf' | 'textOf'> | null
  /** this server's public address; without it no pictures are given */
  publicUrl: string | undefined
}

const unnamed: IdentityReply = { name: null, avatar: null }

export function createNames({ own, ens, publicUrl }: NamesParameters): Names {
  const identityInEns = async ({ address, signal }: { address: Hex; signal: AbortSignal }) => {
    const name = ens === null ? null : await ens.nameOf({ address, signal })
    if (ens === null || name === null) return unnamed
    const avatar = await ens.textOf({ name, key: 'avatar', signal })
    return { name, avatar: avatar === null ? null : avatarUrl({ publicUrl, name }) }
  }
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
    async identityOf({ address: text, signal }) {
      const address = evmAddressOf(text)
      if (address === null) return unnamed
      const [registered] = own === null ? [] : await own.registry.ofAddress(address)
      if (own !== null && registered !== undefined) {
        const name = own.zone.nameOf(registered.label)
        return { name, avatar: registered.avatar === null ? null : avatarUrl({ publicUrl, name }) }
      }
      return identityInEns({ address, signal }).catch((error: unknown) => {
        // The name that the address chose is broken, which only its owner can mend.
        if (error instanceof NameUnreadableError) return unnamed
        throw error
      })
    },
    async suggest({ name, zone }) {
      if (own === null) return []
      const asked = zone.toLowerCase()
      if (!own.zone.is(asked)) throw new NamesNotOfferedError()
      return own.suggest({ typed: name, zone: asked })
    },
  }
}

/** @returns an EVM address in its one form here, `0x` and small letters; null for what is none */
function evmAddressOf(text: string): Hex | null {
  const address = text.startsWith('0x') ? text : `0x${text}`
  return isAddress(address, { strict: false }) ? `0x${address.slice(2).toLowerCase()}` : null
}

/** The coin type of Ethereum itself. @see SLIP-44 */
const ether = '60'

/** The path of names' pictures at this server. */
export const avatarPath = '/v1/profile/avatar/:name'

/** Returns this server's URL of a name's picture: never the owner's own. @returns null where it isn't known */
function avatarUrl({ publicUrl, name }: { publicUrl: string | undefined; name: string }): string | null {
  if (publicUrl === undefined) return null
  return `${publicUrl}${avatarPath.replace(':name', () => encodeURIComponent(name))}`
}

/** A record's text, sanitized for display [F14]. @returns '' for nothing */
export const bioOf = ({ bio }: Pick<RegisteredName, 'bio'>): string =>
  showableText({ text: bio ?? '', longest: limits.bio })

/** The wire's record of a name of the server's zone. @see S7.14 */
function recordOf(request: { name: RegisteredName; zone: Zone; publicUrl: string | undefined }): NameRecord {
  const { name, zone, publicUrl } = request
  const { label, address, coinType, registeredAt, updatedAt } = name
  const full = zone.nameOf(label)
  const avatar = name.avatar === null ? null : avatarUrl({ publicUrl, name: full })
  const bio = bioOf(name)
  const attributes = { ...(avatar !== null && { avatar }), ...(bio !== '' && { bio }) }
  return {
    name: full,
    registered: secondsOf(registeredAt),
    updated: secondsOf(updatedAt),
    addresses: { [String(coinType)]: { address, created: registeredAt.toISOString() } },
    attributes: Object.keys(attributes).length === 0 ? [] : [attributes],
  }
}

/** The wire's record of a name of ENS. ENS has no dates of ownership, so all times are 0. */
function ensRecordOf({ name, address }: { name: string; address: string }): NameRecord {
  const known: NameAddress = { address, created: new Date(0).toISOString() }
  return { name, registered: 0, updated: 0, addresses: { [ether]: known }, attributes: [] }
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000)

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
 * Creates the suggestions for a typed name: the name itself and others, each where it is free, all of the zone that the client asks for: it takes
 * that away again to show the labels. Clients of AppKit offer whatever is in the list, so that none is in it that is taken.
 * @see S3.21, S7.16
 * @example await suggest({ typed: 'alice', zone: 'foyer.id' }) // [{ name: 'alice.foyer.id', registered: false }, { name: 'alice-id.foyer.id', … }, …]
 */
export function createSuggest({ zone, isReserved, registry }: SuggestionsParameters): Suggest {
  return async ({ typed, zone: asked }) => {
    const name = normalizeName(typed)
    if (name === null) return []
    const label = zone.labelOf(name) ?? name
    const candidates = [label, ...others(label)].filter((each) => labelRefusal({ label: each, isReserved }) === null)
    const taken = await registry.taken(candidates)
    const free = candidates.filter((each) => !taken.has(each))
    const most = free[0] === label ? mostOthers + 1 : mostOthers
    return free.slice(0, most).map((each) => ({ name: zone.nameOf(each, asked), registered: false }))
  }
}

function others(label: string): readonly string[] {
  const behind = ['-id', '-eth', '-me', '7', '42', '77', '-web3', '-x', '99', '2049'].map((end) => `${label}${end}`)
  const before = ['my-', 'its-', 'hey-'].map((start) => `${start}${label}`)
  return [...behind.slice(0, 2), ...before, ...behind.slice(2)]
}
