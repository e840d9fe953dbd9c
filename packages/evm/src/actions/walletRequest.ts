import type { Asked, NetworkId } from '@foyer/core'
import type { WalletRequest } from '@foyer/core/words'
import { hexIdOf } from '../connection/walletRequest.js'
import { callJson } from './calls.js'
import { revocation } from './revocation.js'
import { transactionJson } from './send.js'
import { typedDataJson } from './sign.js'
import { transferCall } from './transfers.js'

/** Returns the request to a wallet, by EIP-1193, EIP-712 and EIP-5792. @throws InvalidTransferError */
export function walletRequest({
  address: from,
  networkId,
  asked,
}: {
  readonly address: string
  readonly networkId: NetworkId
  readonly asked: Asked<'eip155'>
}): WalletRequest {
  if ('typedData' in asked) return { method: 'eth_signTypedData_v4', params: [from, typedDataJson(asked.typedData)] }
  if ('calls' in asked) {
    const { calls, atomicRequired = false } = asked
    const batch = { version: '2.0.0', from, chainId: hexIdOf(networkId), atomicRequired, calls: calls.map(callJson) }
    return { method: 'wallet_sendCalls', params: [batch] }
  }
  return { method: 'eth_sendTransaction', params: [transactionJson({ from, transaction: callOf(from, asked) })] }
}

function callOf(
  from: string,
  asked: Exclude<Asked<'eip155'>, { readonly calls: unknown } | { readonly typedData: unknown }>,
) {
  if ('transfer' in asked) return transferCall({ from, transfer: asked.transfer })
  return 'approval' in asked ? revocation(asked).call : asked.call
}
