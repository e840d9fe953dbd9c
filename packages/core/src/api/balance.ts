import type { NetworkId } from '../chain/ids.js'
import { BalanceReply } from '../wire/balance.js'
import { kitPaths } from '../wire/kitPaths.js'
import type { GatedContext } from './gate.js'
import { pathWith } from './path.js'

export interface BalanceRequest {
  /** Plain, without the network. */
  readonly address: string
  /** One network only; all of the account's unless said. */
  readonly networkId?: NetworkId | undefined
  /** Tokens whose amounts must be fresh, as CAIP-10. */
  readonly forceUpdate?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * GET /v1/account/{address}/balance [S7.13 S3.12]; none while the active network isn't served [S7.2]. A token that can't be divided is none
 * to show as a balance [S5.15].
 */
export async function balance(
  { http, chains, network }: GatedContext,
  { address, networkId, forceUpdate, signal }: BalanceRequest,
): Promise<BalanceReply> {
  if (!(await chains.isSupported({ networkId: network(), signal }))) return { balances: [] }
  const path = pathWith({ path: kitPaths.balance, value: address })
  const query = { currency: 'usd', chainId: networkId, forceUpdate: forceUpdate?.join(',') }
  const { balances } = await http.get({ call: 'balance', path, query, schema: BalanceReply, signal })
  return { balances: balances.filter(({ quantity }) => quantity.decimals !== '0') }
}
