import type { NetworkId } from '../chain/ids.js'
import { IdentityReply } from '../wire/identity.js'
import { kitPaths } from '../wire/kitPaths.js'
import type { GatedContext } from './gate.js'
import { pathWith } from './path.js'

export interface IdentityRequest {
  /** Plain, without the network. */
  readonly address: string
  /** The network the address is on; the active one unless said. */
  readonly networkId?: NetworkId | undefined
  /** The active account's plain address. */
  readonly sender?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** GET /v1/identity/{address} [S7.4]; empty texts on a network that isn't served [S7.2]. */
export async function identity(
  { http, chains, network }: GatedContext,
  { address, networkId = network(), sender, signal }: IdentityRequest,
): Promise<IdentityReply> {
  if (!(await chains.isSupported({ networkId, signal }))) return { name: '', avatar: '' }
  const path = pathWith({ path: kitPaths.identity, value: address })
  return http.get({ call: 'identity', path, query: { sender }, schema: IdentityReply, signal })
}
