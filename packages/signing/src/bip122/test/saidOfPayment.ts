import type { ShownRequest, WalletNetwork } from '@foyer/core/words'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { NETWORK, p2wpkh, Transaction } from '@scure/btc-signer'
import { sayRequestInEnglish, spokenRequest } from '../../sentences.js'
import { headlineInEnglish } from '../../test/headlineInEnglish.js'
import type { KnownAddress } from '../accounts.js'
import { type ReadInput, type ReadPaymentParameters, readPayment } from '../readPayment.js'

const at = (digit: number) => p2wpkh(secp256k1.getPublicKey(new Uint8Array(32).fill(digit)), NETWORK)
const scripts = { mine: at(8), ordinals: at(1), wallet: at(3), theirs: at(5) }
const addresses = Object.entries(scripts).map(([name, { address }]) => [name, address ?? ''] as const)
export const known = (name: keyof typeof scripts, intention: KnownAddress['intention'] = 'payment'): KnownAddress => ({
  ...{ address: scripts[name].address ?? '', intention },
})
export const [mine, ordinals, wallet, theirs] = [
  scripts.mine.script,
  scripts.ordinals.script,
  scripts.wallet.script,
  scripts.theirs.script,
]
const network: WalletNetwork = {
  ...{ chainId: 'bip122:000000000019d6689c085ae165831e93', name: 'Bitcoin', rpcUrl: 'https://ledger.example' },
  ...{ currency: { symbol: 'BTC', decimals: 8 }, tokens: [] },
}

/** An input of the account's. */
export const input = (more: Partial<ReadInput> = {}): ReadInput => ({
  ...{ value: 100_000n, own: known('mine'), isSigned: true, isBinding: true, binds: 'all', isAlone: false },
  ...{ onLedger: 100_000n, isProven: false, isTaproot: false, ...more },
})
/** One of somebody else's. */
export const foreign = (value: bigint | undefined = 50_000n) =>
  input({ own: undefined, isSigned: false, value, onLedger: undefined })

/** For tests. A payment as it is read, without a ledger. */
export interface Paid extends Partial<Omit<ReadPaymentParameters, 'inputs' | 'transaction'>> {
  readonly inputs?: readonly ReadInput[]
  readonly outputs: readonly (readonly [Uint8Array, bigint])[]
}
function shownOf({ inputs = [input()], outputs, ...more }: Paid): ShownRequest {
  const transaction = new Transaction({ allowUnknownOutputs: true })
  for (const [index] of inputs.entries()) transaction.addInput({ txid: 'a'.repeat(64), index })
  for (const [script, amount] of outputs) transaction.addOutput({ script, amount })
  const own = new Map([
    [bytesToHex(mine), known('mine')],
    [bytesToHex(ordinals), known('ordinals', 'ordinal')],
    [bytesToHex(wallet), known('wallet')],
  ])
  return readPayment({
    ...{ transaction, inputs, own, network, parameters: NETWORK, usualRate: 2, isSent: true },
    ...{ account: { payment: known('mine'), ordinals: known('ordinals') }, held: 10_000_000n },
    ...more,
  })
}

/** Returns the warnings of a payment in English, to the last word. */
export const warningsOfPayment = (paid: Paid): readonly string[] =>
  spokenRequest(shownOf(paid), sayRequestInEnglish).warnings

/** Describes a payment in English, its facts in one line with its headline. */
export function saidOfPayment(paid: Paid): string {
  const shown = shownOf(paid)
  const { title, facts, warnings, isDeliberate } = spokenRequest(shown, sayRequestInEnglish)
  const lines = facts.flatMap(({ label, value, isCode }) =>
    /^(From|Network)$/.test(label) ? [] : [`${label}: ${value}${isCode ? ' #' : ''}`],
  )
  const all = [
    `${isDeliberate ? '!! ' : ''}${title}`,
    ...lines,
    ...warnings.map((each) => `! ${each}`.slice(0, 40)),
    headlineInEnglish(shown),
  ]
  return addresses.reduce((text, [name, address]) => text.replaceAll(address, name), all.join(' | '))
}
