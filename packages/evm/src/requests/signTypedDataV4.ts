import type { Hex } from '@foyer/core/chain'
import type { SignTypedDataParameters, TypedDataDomain, TypedDataField } from '../account/signTypedData.js'
import type { WalletSession } from '../account/walletSession.js'
import { ask } from '../connection/ask.js'
import { parseSignature } from './personalSign.js'
import { requestExpiryMs } from './requestExpiryMs.js'
import { WrongNetworkError } from './WrongNetworkError.js'

/** `eth_signTypedData_v4` (EIP-712): the address, then the data as JSON. */
export async function signTypedDataV4(
  { provider, address, networkId, host: { clock } }: WalletSession,
  { signal, ...typedData }: SignTypedDataParameters,
): Promise<Hex> {
  const { chainId } = typedData.domain
  if (chainId !== undefined && `eip155:${chainId}` !== networkId)
    throw new WrongNetworkError({ wanted: `eip155:${chainId}`, actual: networkId })
  return ask({
    provider,
    signal,
    method: 'eth_signTypedData_v4',
    params: [address, typedDataJson(typedData)],
    parse: parseSignature,
    expected: 'a signature',
    expiry: { clock, ms: requestExpiryMs },
  })
}

/** Typed data as wallets take it: with the domain's own type, and large numbers as decimal text. */
function typedDataJson({ domain, types, primaryType, message }: Omit<SignTypedDataParameters, 'signal'>): string {
  const all = { EIP712Domain: typeOfDomain(domain), ...types }
  return JSON.stringify({ domain, types: all, primaryType, message }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

/** The members that a domain has, in the order of EIP-712. */
function typeOfDomain(domain: TypedDataDomain): readonly TypedDataField[] {
  const members = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
    { name: 'salt', type: 'bytes32' },
  ] as const
  return members.filter(({ name }) => domain[name] !== undefined)
}
