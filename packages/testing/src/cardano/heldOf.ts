import { Decoder, Encoder } from '@stricahq/cbors'
import { invalidParams } from '../providerError.js'

/**
 * Adds up what outputs hold, as CIP-30 writes a balance.
 *
 * @param utxos - each with what names it, in CBOR as hexadecimal
 * @returns the coins, with the tokens by policy and name where there are any, in CBOR as hexadecimal
 */
export function heldOf(utxos: readonly string[]): string {
  let coins = 0n
  const tokens = new Map<string, Map<string, bigint>>()
  for (const utxo of utxos) {
    const [more, held] = heldIn(utxo)
    coins += more
    for (const [policy, name, amount] of held) {
      const names = tokens.get(policy) ?? new Map<string, bigint>()
      tokens.set(policy, names.set(name, (names.get(name) ?? 0n) + amount))
    }
  }
  const byPolicy = new Map(
    [...tokens].map(([policy, names]) => [
      Buffer.from(policy, 'hex'),
      new Map([...names].map(([name, amount]) => [Buffer.from(name, 'hex'), amount])),
    ]),
  )
  return Encoder.encode(byPolicy.size > 0 ? [coins, byPolicy] : coins).toString('hex')
}

type Token = readonly [policy: string, name: string, amount: bigint]

/** Reads the value of one output. An output is a list, or a map since Babbage: its value is the second of it, or under 1. */
function heldIn(utxo: string): readonly [coins: bigint, tokens: readonly Token[]] {
  const [, output]: readonly unknown[] = listIn(Decoder.decode(Buffer.from(utxo, 'hex')).value)
  const value: unknown = output instanceof Map ? output.get(1) : listIn(output)[1]
  if (!Array.isArray(value)) return [amountIn(value), []]
  const [coins, tokens]: readonly unknown[] = value
  return [
    amountIn(coins),
    entriesOf(tokens).flatMap(([policy, names]) =>
      entriesOf(names).map(([name, amount]): Token => [hexOf(policy), hexOf(name), amountIn(amount)]),
    ),
  ]
}

const listIn = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw invalidParams('That is no output.')
  return value
}
const entriesOf = (value: unknown): readonly (readonly [unknown, unknown])[] => (value instanceof Map ? [...value] : [])
const hexOf = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString('hex') : '')
/** Larger numbers than JavaScript's own are the library's, which writes itself in decimals. */
const amountIn = (value: unknown): bigint => BigInt(`${value}`)
