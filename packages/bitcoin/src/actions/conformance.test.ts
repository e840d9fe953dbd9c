import { adapterConformance, type BitcoinDialect, createTestBitcoinWallet } from '@foyer/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAddress } from '../addresses/readAddress.js'
import { bitcoin } from '../bitcoin.js'
import { transferPsbt } from '../psbt/transfer.js'
import { isSignedByBip322 } from '../test/independent.js'
import { freshKey, type Ledger, reachWallet, startLedger } from '../test/ledger.js'

let ledger: Ledger
beforeAll(async () => {
  ledger = await startLedger()
})
afterAll(() => ledger.bitcoin.stop())

/** An address that holds nothing. */
const freshAddress = () => createTestBitcoinWallet({ name: 'Other', keys: [freshKey()] }).accounts[0] ?? ''

/** A PSBT that gives all but a thousand satoshis of an address back to it. */
async function psbtOf(address: string) {
  const from = readAddress(address)
  const answer: unknown = await (await fetch(`${ledger.bitcoin.url}/address/${address}/utxo`)).json()
  const [coin] = Array.isArray(answer) ? answer : []
  if (!from || !coin) throw new Error('The address holds nothing.')
  const inputs = [{ txid: coin.txid, index: coin.vout, value: BigInt(coin.value), isConfirmed: true }]
  return transferPsbt({ plan: { inputs, amount: BigInt(coin.value) - 1000n, change: 0n, fee: 1000n }, from, to: from })
}

const dialects: readonly (readonly [BitcoinDialect, sends: boolean])[] = [
  ['sats-connect', true],
  ['unisat', true],
  ['leather', true],
  ['phantom', false],
  ['wallet-standard', false],
]

describe.each(dialects)('a wallet that speaks %s, and sends by itself: %s', (dialect, sends) => {
  adapterConformance({
    describe,
    test,
    expect,
    async make() {
      const esplora = sends ? ledger.bitcoin.url : undefined
      const { wallet, reached, payment } = await reachWallet({ ledger, dialect, esplora })
      // A wallet of this dialect always has the method, and refuses it here.
      const { sendTransfer, ...others } = reached.provider
      const provider = sends ? reached.provider : others
      const psbt = await psbtOf(payment.address)
      return {
        adapter: bitcoin(),
        network: ledger.network,
        wallet: { ...reached, provider },
        addresses: {
          other: freshAddress(),
          ownAgain: payment.address.toUpperCase(),
          invalid: payment.address.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q')),
        },
        leastAmount: 294n,
        transaction: { psbt, inputs: [0] },
        call: { psbt, inputs: [0] },
        isSigned: async (signed) => isSignedByBip322({ ...signed, address: payment.address }),
        prompts: {
          get count() {
            return wallet.promptCount
          },
          rejectNext: () => wallet.next({ sign: 'reject' }),
        },
      }
    },
  })
})
