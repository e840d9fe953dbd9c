import type { Foyer } from '@foyer/core'
import { activateSmartSession, grantSmartSession } from '@foyer/core/api'
import { bigintToHex, type Hex } from '@foyer/core/chain'
import { contextOf } from '@foyer/core/internal'
import type { SessionPermission } from '@foyer/core/wire'
import { boundJson } from '../actions/permissionJson.js'
import { hexIdOf } from '../connection/walletRequest.js'
import type { GrantedEvmPermission } from '../permission/model.js'
import type { SessionAbi } from './plan.js'

export interface Listing {
  readonly foyer: Foyer
  readonly granted: GrantedEvmPermission
  /** Of the key: uncompressed, in hex. */
  readonly publicKey: Hex
  /** Of the functions that may be called, where the page says them. */
  readonly abi: SessionAbi | undefined
}

/**
 * Lists a session at the operator's server, which reads it on chain first (S7.21).
 *
 * @returns the server's name of it; undefined where there is no server, or the server's list has no such kind of permission
 */
export async function listSession({ foyer, granted, publicKey, abi }: Listing): Promise<string | undefined> {
  const permission = listed(granted, abi)
  const { api } = contextOf(foyer)
  const { networkId, account, context, expiresAt } = granted
  if (!permission || !api || expiresAt === undefined) return undefined
  const server = await api()
  const accountId = `${networkId}:${account}` as const
  const { pci } = await grantSmartSession(server, {
    account: accountId,
    asked: {
      ...{ chainId: hexIdOf(networkId), address: account, expiry: expiresAt, permissions: [permission], policies: [] },
      signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey }] } },
    },
  })
  await activateSmartSession(server, { account: accountId, pci, context })
  return pci
}

/** A permission as the server's list has it; undefined for a stream, for what is spent once, and for calls whose ABI isn't given. */
export function listed(
  { permission }: Pick<GrantedEvmPermission, 'permission'>,
  abi: SessionAbi | undefined,
): SessionPermission | undefined {
  if (permission.type === 'spend' && permission.limit.type === 'periodic') {
    const { token, limit, startsAt: start } = permission
    if (start === undefined) return undefined
    const data = { allowance: bigintToHex(limit.amount), start, period: limit.periodSeconds }
    return token === undefined
      ? { type: 'native-token-recurring-allowance', data }
      : { type: 'erc20-recurring-allowance', data: { token, ...data } }
  }
  if (permission.type !== 'call' || !abi) return undefined
  const { target: address, bound = [], mostValue = 0n, count } = permission
  const names = [...new Set(abi.map(({ name }) => name))]
  const functions = names.map((functionName) => ({ functionName, valueLimit: bigintToHex(mostValue) }))
  const callLimit = count === undefined ? {} : { callLimit: count }
  const same = bound.length > 0 && { arguments: bound.map(boundJson) }
  const data = { address, abi: abi.map((each) => ({ ...each })), functions, ...same, ...callLimit }
  return { type: 'contract-call', data }
}
