import { hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { Address, OutScript, p2wpkh, SigHash, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FamilyHost } from '../family.js'
import { createSeeds } from '../keyring.js'
import { levelOf } from '../level.js'
import type { WalletNetwork } from '../network.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { createBitcoinAccounts } from './accounts.js'
import { createBip122 } from './bip122.js'
import { startTestLedger, type TestLedger } from './test/ledger.js'

// What is read of PSBTs: numbers as the table of approval cases has them.

const keyring = { phrase: 'test test test test test test test test test test test junk', count: 1, imported: [] }
const chainId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const seeds = createSeeds()
const family = createBip122(seeds)
const [first] = createBitcoinAccounts(seeds)({ keyring, chainId })
if (!first) throw new Error('The keyring has no account.')
const account = first.payment.address
const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }
const stranger = p2wpkh(hexToBytes('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'), regtest)

let ledger: TestLedger
let network: WalletNetwork
beforeAll(async () => {
  ledger = await startTestLedger()
  network = { chainId, name: 'Local', currency: { symbol: 'BTC', decimals: 8 }, rpcUrl: `${ledger.url}/`, tokens: [] }
  const fund = (digit: string, value: number) => ({
    ...{ txid: digit.repeat(64), vout: 1, value, address: account, script: first.payment.script },
  })
  ledger.outputs.push(fund('a', 100_000), fund('b', 50_000))
})
afterAll(() => ledger.stop())

async function ask(sighashType?: number) {
  const psbt = new Transaction()
  for (const { txid, vout, script, value } of ledger.outputs) {
    const witnessUtxo = { script, amount: BigInt(value) }
    psbt.addInput({ txid, index: vout, witnessUtxo, ...(sighashType === undefined ? {} : { sighashType }) })
  }
  for (const [address, amount] of [
    [stranger.address ?? '', 120_000n],
    [account, 29_000n],
  ] as const) {
    psbt.addOutput({ script: OutScript.encode(Address(regtest).decode(address)), amount })
  }
  const signInputs = [0, 1].map((index) => ({
    ...{ address: account, index },
    ...(sighashType === undefined ? {} : { sighashTypes: [sighashType] }),
  }))
  const host: FamilyHost = {
    networks: () => [network],
    network: () => network,
    addNetwork: async () => {},
    switchNetwork: async () => {},
  }
  const params = { account, psbt: base64.encode(psbt.toPSBT()), signInputs }
  const prepared = await family.prepare(
    { method: 'signPsbt', params, chainId, addresses: [account], peerUrl: 'https://dapp.example' },
    { keyring, host },
  )
  if (prepared.kind !== 'ask') throw new Error(JSON.stringify(prepared))
  const shown = spokenRequest(prepared.shown, sayRequestInEnglish)
  const facts = shown.facts.map(({ label, value }) => `${label}: ${value}`)
  return { level: levelOf(shown), facts, warnings: shown.warnings.join(' ') }
}

test('28: two inputs, one foreign output and change: what is given, what comes back, the fee by the byte', async () => {
  const { level, facts } = await ask()
  expect(level).toBe('plain')
  expect(facts).toEqual(
    expect.arrayContaining([
      ...[
        'Amount: 0.0012 BTC',
        `To: ${stranger.address}`,
        'Comes back: 0.00029 BTC',
        'Leaves this wallet: 0.00121 BTC',
      ],
      // 209 virtual bytes.
      expect.stringMatching(/^Fee: 0\.00001 BTC: 1000 sat, 4\.\d sat\/vB$/),
    ]),
  )
})

test.each([
  ['NONE', SigHash.NONE],
  ['ALL of one input alone', SigHash.ALL_ANYONECANPAY],
  ['NONE of one input alone', SigHash.NONE_ANYONECANPAY],
])('29: a signature of %s leaves something to others', async (_name, sighashType) => {
  const { level, warnings } = await ask(sighashType)
  expect(level).toBe('deliberate')
  expect(warnings).toContain('others may change where the coins go')
})
