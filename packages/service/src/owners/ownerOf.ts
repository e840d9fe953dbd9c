import { createHmac, randomBytes } from 'node:crypto'
import { networkOf } from '../budget/clientAddress.js'
import { deriveKey, type KeyRing, type NamedKey } from '../seal/namedKeys.js'

/**
 * Whose share it takes what a client makes the server keep: a name for the client's network (/48, IPv4 /24), always the same for one key,
 * of which the database alone doesn't say which network it stands for.
 */
export type OwnerOf = (client: string) => string

/** @param options.keys - the operator's; where there is none, the names are other ones after each start */
export function createOwnerOf({ keys: [current] }: { keys: readonly NamedKey[] }): OwnerOf {
  const key = current === undefined ? randomBytes(32) : deriveKey({ use: 'sign-in pseudonym', key: current })
  return (client) => createHmac('sha256', key).update(networkOf(client)).digest('hex')
}

/** The same by each of the operator's keys, the current one first: a name that was kept before a rotation is still known by the key before. */
export type OwnersOf = (client: string) => readonly [string, ...string[]]

export function createOwnersOf({ keys: [current, ...before] }: { keys: KeyRing }): OwnersOf {
  const [now, ...then] = [createOwnerOf({ keys: [current] }), ...before.map((key) => createOwnerOf({ keys: [key] }))]
  return (client) => [now(client), ...then.map((ownerOf) => ownerOf(client))]
}
