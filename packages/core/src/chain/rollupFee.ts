import { bytesToHex, type Hex, hexToBytes, isHex } from './hex.js'

/**
 * The contracts by which rollups say what a transaction pays for its data beside its gas: that of the OP stack, Scroll's and Morph's. A chain is such a
 * rollup where its own contract answers. Others hold all of it in the gas that they estimate (Arbitrum, ZKsync), or in its price (Linea, Polygon zkEVM).
 */
const opStack = '0x420000000000000000000000000000000000000f'
const oracles = [
  opStack,
  '0x5300000000000000000000000000000000000002',
  '0x530000000000000000000000000000000000000f',
] as const

/** `getL1Fee(bytes)` and `getOperatorFee(uint256)`. */
const [l1FeeSelector, operatorFeeSelector] = ['0x49948e0e', '0x275aedd2'] as const

/** A call that a contract is asked for its answer to. */
export interface RollupQuestion {
  readonly to: Hex
  readonly data: Hex
}

/**
 * Asks a chain of the EVM what a transaction takes beside its gas, in wei and as things stand: for its data, and for the operator of the chain. Some of its
 * rollups take nothing else.
 *
 * @param parameters.transaction - its bytes, without a signature
 * @param parameters.ask - reads a contract's answer; undefined where the node has none
 * @returns undefined on a chain that isn't such a rollup
 * @example await rollupFee({ transaction, gas: 21_000n, ask: ({ to, data }) => request('eth_call', [{ to, data }, 'latest']) })
 */
export async function rollupFee({
  transaction,
  gas,
  ask,
}: {
  readonly transaction: Hex
  readonly gas: bigint
  readonly ask: (question: RollupQuestion) => Promise<unknown>
}): Promise<bigint | undefined> {
  const bytes = hexToBytes(transaction)
  const padded = bytesToHex(bytes)
    .slice(2)
    .padEnd(Math.ceil(bytes.length / 32) * 64, '0')
  const data: Hex = `${l1FeeSelector}${wordOf(32n)}${wordOf(BigInt(bytes.length))}${padded}`
  const operator: Hex = `${operatorFeeSelector}${wordOf(gas)}`
  const questions = [...oracles.map((to) => ({ to, data })), { to: opStack, data: operator } as const]
  const answers = await Promise.all(questions.map(ask))
  const fees = answers.flatMap((answer) => (isHex(answer) && answer.length === 66 ? [BigInt(answer)] : []))
  const isPlain = answers.every((answer) => answer === '0x')
  return isPlain ? undefined : fees.reduce((sum, fee) => sum + fee, 0n)
}

const wordOf = (value: bigint): string => value.toString(16).padStart(64, '0')
