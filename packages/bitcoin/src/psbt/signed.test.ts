import { createTestBitcoinWallet } from '@foyer/testing'
import { base64, hex } from '@scure/base'
import { SigHash, Transaction } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { readAddress } from '../addresses/readAddress.js'
import { freshKey } from '../test/ledger.js'
import { finalTransaction } from './signed.js'

const secret = freshKey()
const key = hex.decode(secret)
const [address = ''] = createTestBitcoinWallet({ name: 'Wallet', keys: [secret] }).accounts
const { script } = readAddress(address) ?? expect.fail('The wallet has no address.')
const whole = 100_000_000n

/** A PSBT of one coin that pays this fee, as it was agreed and as a wallet signed it. */
function spent({ fee, sighash = SigHash.ALL }: { readonly fee: bigint; readonly sighash?: SigHash }) {
  const agreed = new Transaction({ allowUnknownOutputs: true })
  agreed.addInput({ txid: '11'.repeat(32), index: 0, witnessUtxo: { script, amount: whole } })
  agreed.addOutput({ script, amount: whole - fee })
  const signed = Transaction.fromPSBT(agreed.toPSBT())
  if (sighash !== SigHash.ALL) signed.updateInput(0, { sighashType: sighash })
  signed.sign(key, [sighash])
  return { agreed: base64.encode(agreed.toPSBT()), signed: base64.encode(signed.toPSBT()) }
}
const refused = (fault: string) => expect.objectContaining({ code: 'unsafe_psbt', facts: { fault } })

describe('[F27] the fee of what goes out', () => {
  test.each([0n, 1n, 10_000_000n])('of %d satoshis is paid', (fee) => {
    expect(finalTransaction(spent({ fee }))).toMatchObject({ fee, txid: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test.each([10_000_001n, 50_000_000n, whole])('of %d satoshis, more than 0.1 BTC, is never paid', (fee) => {
    expect(() => finalTransaction(spent({ fee }))).toThrow(refused('fee'))
    // Also where it is what was agreed.
    expect(() => finalTransaction({ ...spent({ fee }), fee })).toThrow(refused('fee'))
  })

  test('is the one that was agreed, to the satoshi', () => {
    const psbts = spent({ fee: 1_000n })
    expect(finalTransaction({ ...psbts, fee: 1_000n }).fee).toBe(1_000n)
    for (const fee of [999n, 1_001n]) expect(() => finalTransaction({ ...psbts, fee })).toThrow(refused('fee'))
  })

  test('outputs that are more than the coin aren’t paid at all', () => {
    expect(() => finalTransaction(spent({ fee: -1n }))).toThrow(expect.objectContaining({ code: 'unsafe_psbt' }))
  })
})

test.each([SigHash.NONE, SigHash.SINGLE, SigHash.ALL_ANYONECANPAY])(
  '[F27] of the kit’s own, a signature that leaves a part open (%i) is refused',
  (sighash) => {
    const psbts = spent({ fee: 1_000n, sighash })
    expect(() => finalTransaction({ ...psbts, isOwn: true })).toThrow(refused('signature'))
  },
)
