import { base64, hex } from '@scure/base'
import { NETWORK, p2sh, p2tr, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import type { AddressForm } from '../addresses/networks.js'
import type { ReadAddress } from '../addresses/readAddress.js'
import type { Plan } from '../coins/coins.js'
import { InvalidBitcoinTransferError } from '../errors.js'
import type { Coin } from '../esplora/answers.js'

/** Can be replaced by one with a higher fee (BIP-125). */
const replaceable = 0xffff_fffd

/** The spending of an address's coins. */
export interface Spending {
  readonly from: ReadAddress
  /** Of the account that pays, where the wallet says it. */
  readonly publicKey?: string | undefined
  /** The transactions that made the coins, by their id: what a coin of an old address is worth is proved by nothing else. */
  readonly sources?: ReadonlyMap<string, string> | undefined
}

export interface TransferParameters extends Spending {
  readonly plan: Plan
  readonly to: ReadAddress
}

/**
 * The PSBT of a planned transfer.
 *
 * @returns in base64
 * @throws InvalidBitcoinTransferError where an account's address can't be spent from without a public key that the wallet doesn't say
 * @see BIP-174, BIP-371
 */
export function transferPsbt({ plan: { inputs, amount, change }, from, to, ...spending }: TransferParameters): string {
  const back = change > 0n ? [{ script: from.script, value: change }] : []
  return spendingPsbt({ ...spending, from, inputs, outputs: [{ script: to.script, value: amount }, ...back] })
}

/** The PSBT that spends coins of one address; as {@link transferPsbt}. */
export function spendingPsbt({
  inputs,
  outputs,
  from,
  publicKey,
  sources,
}: Spending & {
  readonly inputs: readonly Pick<Coin, 'txid' | 'index' | 'value'>[]
  readonly outputs: readonly { readonly script: Uint8Array; readonly value: bigint }[]
}): string {
  // Scripts that are no address's stand in what others sent, and stay as they are.
  const transaction = new Transaction({ version: 2, allowUnknownOutputs: true })
  const spending = spendingOf({ from, publicKey })
  for (const { txid, index, value } of inputs) {
    const source = from.type === 'p2pkh' ? sources?.get(txid) : undefined
    if (from.type === 'p2pkh' && source === undefined) throw new InvalidBitcoinTransferError({ field: 'account' })
    transaction.addInput({
      txid,
      index,
      sequence: replaceable,
      ...(source === undefined
        ? { witnessUtxo: { script: from.script, amount: value } }
        : { nonWitnessUtxo: hex.decode(source) }),
      ...spending,
    })
  }
  for (const { script, value } of outputs) transaction.addOutput({ script, amount: value })
  return base64.encode(transaction.toPSBT())
}

const networks: Readonly<Record<AddressForm, typeof NETWORK>> = {
  main: NETWORK,
  test: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
}

/** Returns what a signer has to know of the address beside its script. */
function spendingOf({ from, publicKey }: Pick<Spending, 'from' | 'publicKey'>): {
  readonly redeemScript?: Uint8Array
  readonly tapInternalKey?: Uint8Array
} {
  const network = networks[from.form]
  const key = publicKey === undefined ? undefined : hex.decode(publicKey)
  if (from.type === 'p2sh') {
    const inner = key?.length === 33 ? p2wpkh(key, network) : undefined
    if (!inner || p2sh(inner, network).address !== from.address)
      throw new InvalidBitcoinTransferError({ field: 'account' })
    return { redeemScript: inner.script }
  }
  if (from.type !== 'p2tr' || !key) return {}
  const internal = key.length === 33 ? key.subarray(1) : key
  // A key that doesn't make the address is another than the internal one: the wallet knows its own.
  return p2tr(internal, undefined, network).address === from.address ? { tapInternalKey: internal } : {}
}
