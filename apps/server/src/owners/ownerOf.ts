import { createHmac, randomBytes } from 'node:crypto'
import { widerNetwork } from '../budget/clientAddress.js'
import { deriveKey, type NamedKey } from '../seal/namedKeys.js'

/**
 * Whose share it takes what a client makes the server keep: a name for the client's network, always the same for one key, of which the
 * database alone doesn't say which network it stands for.
 */
export type OwnerOf = (client: string) => string

/** @param options.keys - the operator's; where there is none, the names are other ones after each start */
export function createOwnerOf({ keys: [current] }: { keys: readonly NamedKey[] }): OwnerOf {
  const key = current === undefined ? randomBytes(32) : deriveKey({ use: 'sign-in pseudonym', key: current })
  return (client) =>
    createHmac('sha256', key)
      .update(widerNetwork(client) ?? client)
      .digest('hex')
}
