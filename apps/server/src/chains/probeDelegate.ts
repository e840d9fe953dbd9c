import { delegateAddress, isDelegateCode } from '@foyer/evm/delegate'
import * as v from 'valibot'
import { type Hex, isHex, numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { resultOf } from '../rpc/resultOf.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import type { Chain } from './chains.js'

/** A network's own answer: anything else is an error of the node's. */
export type ProbedDelegate = 'there' | 'absent' | 'otherCode' | 'withoutType4'

const Code = v.custom<Hex>((value) => isHex(value))

const Gas = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,64}$/),
  v.transform((text) => BigInt(text)),
)

/** Errors of a node that is called too often, or has one of its own. */
const passing: readonly number[] = [429, -32_002, -32_005, -32_603]

/** The cost of an authorization, the refund for an account that is there already taken off (EIP-7702). */
const leastGas = 12_500n

/**
 * Asks a network's node for the code at the delegate's address, and what a transaction would cost that switches an account of a key
 * which is thrown away, and what it would cost without that: a network that drops the authorization silently says the same of both.
 * @throws UpstreamError where no node answers as it should · the signal's reason
 */
export async function probeDelegate({
  chain,
  chainId,
  signal,
}: {
  readonly chain: Chain
  readonly chainId: number
  readonly signal: AbortSignal
}): Promise<ProbedDelegate> {
  const account = privateKeyToAccount(generatePrivateKey())
  const { r, s, yParity } = await account.signAuthorization({ address: delegateAddress, chainId, nonce: 1 })
  const plain = { from: account.address, to: account.address }
  const signed = { address: delegateAddress, chainId: numberToHex(chainId), nonce: '0x1', r, s }
  const authorizationList = [{ ...signed, yParity: numberToHex(yParity ?? 0) }]
  const [found, switching, without] = await chain.request({
    calls: [
      { method: 'eth_getCode', params: [delegateAddress, 'latest'] },
      { method: 'eth_estimateGas', params: [{ ...plain, type: '0x4', authorizationList }] },
      { method: 'eth_estimateGas', params: [plain] },
    ],
    signal,
  })
  const host = chain.id
  const code = resultOf({ outcome: found, schema: Code, host })
  if (code === '0x') return 'absent'
  if (!isDelegateCode({ code, chainId, address: delegateAddress })) return 'otherCode'
  const usual = resultOf({ outcome: without, schema: Gas, host })
  const least = usual + leastGas
  // What a node can't answer for the moment says nothing of the network.
  if (switching !== undefined && 'error' in switching && passing.includes(switching.error.code))
    throw new UpstreamError({ code: 'not_json_rpc', host, delivered: true })
  return switching !== undefined &&
    'result' in switching &&
    resultOf({ outcome: switching, schema: Gas, host }) >= least
    ? 'there'
    : 'withoutType4'
}
