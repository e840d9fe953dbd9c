import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { ProviderError } from '../providerError.js'
import { isRecord } from '../rpc.js'
import type { BitcoinKey } from './keys.js'

/** The wallet's fee for a virtual byte, in satoshis, and how large its transactions are at most. */
const satsPerVbyte = 3n
const vbytesOf = (inputs: number) => 11n + 148n * BigInt(inputs) + 2n * 43n

/**
 * Sends coins as a wallet does by itself: the first coins that do, the rest back to the payment address.
 *
 * @returns the transaction's id
 * @throws ProviderError where they don't suffice, or the ledger refuses it
 */
export async function pay({
  key,
  script,
  sats,
  esplora,
  fetch,
}: {
  readonly key: BitcoinKey
  /** The recipient's. */
  readonly script: Uint8Array
  readonly sats: bigint
  readonly esplora: string
  readonly fetch: typeof globalThis.fetch
}): Promise<string> {
  const transaction = new Transaction()
  let held = 0n
  for (const { txid, vout, value } of await coinsOf({ key, esplora, fetch })) {
    if (held >= sats + satsPerVbyte * vbytesOf(transaction.inputsLength)) break
    const source = key.kind === 'p2pkh' ? await textAt(fetch, `${esplora}/tx/${txid}/hex`) : undefined
    transaction.addInput({
      txid,
      index: vout,
      ...(source === undefined
        ? { witnessUtxo: { script: key.script, amount: value } }
        : { nonWitnessUtxo: hex.decode(source) }),
    })
    held += value
  }
  const change = held - sats - satsPerVbyte * vbytesOf(transaction.inputsLength)
  if (change < 0n) throw new ProviderError({ code: -32603, message: 'Insufficient funds' })
  transaction.addOutput({ script, amount: sats })
  if (change >= 546n) transaction.addOutput({ script: key.script, amount: change })
  key.signInputs({ transaction, indexes: Array.from({ length: transaction.inputsLength }, (_, index) => index) })
  transaction.finalize()
  return textAt(fetch, `${esplora}/tx`, transaction.hex)
}

async function textAt(fetch: typeof globalThis.fetch, url: string, body?: string): Promise<string> {
  const answer = await fetch(url, body === undefined ? {} : { method: 'POST', body })
  const text = await answer.text()
  if (!answer.ok) throw new ProviderError({ code: -32603, message: text })
  return text
}

interface Coin {
  readonly txid: string
  readonly vout: number
  readonly value: bigint
}

async function coinsOf({
  key: { address },
  esplora,
  fetch,
}: {
  readonly key: BitcoinKey
  readonly esplora: string
  readonly fetch: typeof globalThis.fetch
}): Promise<readonly Coin[]> {
  const list: unknown = JSON.parse(await textAt(fetch, `${esplora}/address/${address}/utxo`))
  return (Array.isArray(list) ? list : []).flatMap((each: unknown): Coin[] => {
    if (!isRecord(each)) return []
    const { txid, vout, value } = each
    const isCoin = typeof txid === 'string' && typeof vout === 'number' && typeof value === 'number'
    return isCoin ? [{ txid, vout, value: BigInt(value) }] : []
  })
}
