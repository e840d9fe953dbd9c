import type { NameAddress, NameRecord } from '@foyer/core/wire'
import { limits, paths } from '@foyer/core/wire'
import { showableText } from '../tokens/showableText.js'
import type { RegisteredName } from './registry.js'
import type { Zone } from './zone.js'

/** The coin type of Ethereum itself. @see SLIP-44 */
const ether = '60'

/** Where this server shows a name's picture: never the owner's own URL. @returns null where it isn't known */
export function avatarUrl({ publicUrl, name }: { publicUrl: string | undefined; name: string }): string | null {
  if (publicUrl === undefined) return null
  return `${publicUrl}${paths.nameAvatar.replace(':name', () => encodeURIComponent(name))}`
}

/** A record's text, sanitized for display [F14]. @returns '' for nothing */
export const bioOf = ({ bio }: Pick<RegisteredName, 'bio'>): string =>
  showableText({ text: bio ?? '', longest: limits.bio })

export interface RecordOf {
  name: RegisteredName
  zone: Zone
  publicUrl: string | undefined
}

/** The wire's record of a name of the server's zone. @see S7.14 */
export function recordOf({ name, zone, publicUrl }: RecordOf): NameRecord {
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
export function ensRecordOf({ name, address }: { name: string; address: string }): NameRecord {
  const known: NameAddress = { address, created: new Date(0).toISOString() }
  return { name, registered: 0, updated: 0, addresses: { [ether]: known }, attributes: [] }
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000)
