import { base64 } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, askedOn, mine, type OnLedger, startLedger, stranger } from './test/asking.js'

// A transaction that is good only later says from when on.

let on: OnLedger
beforeAll(async () => {
  on = await startLedger()
})
afterAll(() => on.ledger.stop())

const [final, replaceable] = [0xffffffff, 0xfffffffd]

function asked({ lockTime = 0, sequence, version = 2 }: { lockTime?: number; sequence: number; version?: number }) {
  const psbt = new Transaction({ lockTime, version, allowUnknownOutputs: true })
  const [spent] = on.ledger.outputs
  if (!spent) throw new Error('Nothing is there to be spent.')
  const { txid, vout, script, value } = spent
  psbt.addInput({ txid, index: vout, sequence, witnessUtxo: { script, amount: BigInt(value) } })
  psbt.addOutput({ script: stranger.script, amount: 60_000n })
  psbt.addOutput({ script: mine, amount: 39_500n })
  const signInputs = [{ address: account, index: 0 }]
  return askedOn(on, 'signPsbt', { account, psbt: base64.encode(psbt.toPSBT()), signInputs })
}

const inSeconds = 4_000_000_000
test.each([
  ['a block that isn’t there yet', { lockTime: 900_001, sequence: replaceable }, 'Block 900001'],
  ['a time', { lockTime: inSeconds, sequence: replaceable }, '2096-10-02 07:06 UTC, in'],
  ['blocks after its coins', { sequence: 144 }, '144 blocks after what it spends'],
  ['hours after its coins', { sequence: 0x400000 + 169 }, '25 hours after what it spends'],
] as const)('[F13] %s', async (_, lock, from) => {
  const { level, facts, warnings, headline } = await asked(lock)
  expect(level).toBe('careful')
  expect(facts).toContainEqual(expect.stringContaining(`Good only from: ${from}`))
  expect(warnings).toContain('The network doesn’t take this yet.')
  expect(headline).toContain(`It is good only later: ${from}`)
})

test.each([
  ['whose block is there', { lockTime: 900_000, sequence: replaceable }],
  ['whose time is past', { lockTime: 1_700_000_000, sequence: replaceable }],
  ['whose inputs have nothing to say of it', { lockTime: 900_001, sequence: final }],
  ['of the first version, without a wait', { sequence: 144, version: 1 }],
  ['without a lock', { sequence: replaceable }],
] as const)('[F13] nothing of one %s', async (_, lock) => {
  const { level, facts, headline } = await asked(lock)
  expect(level).toBe('plain')
  expect(facts.join()).not.toContain('Good only from')
  expect(headline).not.toContain('later')
})
