import { hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { Address, OutScript, p2wpkh, SigHash, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FamilyHost } from '../family.js'
import { createSeeds } from '../keyring.js'
import { levelOf } from '../level.js'
import type { WalletNetwork } from '../network.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { createBitcoinAccounts } from './accounts.js'
import { createBip122 } from './bip122.js'
import { startTestLedger, type TestLedger } from './test/ledger.js'
import { bitcoinReader, describeBitcoin } from './words.js'

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

const elsewhere = (method: string, params: unknown, more: object = {}) => {
  const others = [{ address: first.ordinals.address, type: 'ordinal' }]
  return describeBitcoin({ method, params, network, others, peerUrl: 'https://dapp.example', now: 0n, ...more })
}

function psbtOf(sighashType?: number): Transaction {
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
  return psbt
}

async function ask(sighashType?: number) {
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
  const params = { account, psbt: base64.encode(psbtOf(sighashType).toPSBT()), signInputs }
  const prepared = await family.prepare(
    { method: 'signPsbt', params, chainId, addresses: [account], peerUrl: 'https://dapp.example' },
    { keyring, host },
  )
  if (prepared.kind !== 'ask') throw new Error(JSON.stringify(prepared))
  // Who only shows it says the same as the wallet that signs it.
  expect(await elsewhere('signPsbt', params)).toEqual(prepared.shown)
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

describe('who only shows it', () => {
  const said = async (method: string, params: unknown, more: object = {}) => {
    const shown = spokenRequest((await elsewhere(method, params, more)) ?? expect.fail(method), sayRequestInEnglish)
    return { ...shown, level: levelOf(shown), facts: shown.facts.map(({ label, value }) => `${label}: ${value}`) }
  }
  const psbt = (sighashType?: number) => base64.encode(psbtOf(sighashType).toPSBT())

  test('29: goes by the kind of signature that the PSBT asks for, whoever names it', async () => {
    const inputs = [{ index: 0, address: account }]
    const asked = { account, psbt: psbt(SigHash.NONE_ANYONECANPAY), signInputs: inputs, broadcast: true }
    const { level, warnings } = await said('signPsbt', asked)
    expect(level).toBe('deliberate')
    expect(warnings.join()).toContain('others may change where the coins go')
    expect(await said('signPsbt', { ...asked, psbt: psbt() })).toMatchObject({ level: 'plain', title: 'Send BTC' })
  })

  test('[F18] says what a ledger doesn’t: that nobody knows the inputs to be there', async () => {
    const gone = { network: { ...network, rpcUrl: 'http://127.0.0.1:9' } }
    const { level, warnings, facts } = await said('signPsbt', { account, psbt: psbt() }, gone)
    expect(level).toBe('careful')
    expect(warnings).toEqual([expect.stringContaining('isn’t known to the network')])
    expect(facts).toContain('Comes back: 0.00029 BTC')
  })

  test('a transfer is its amount and whom it goes to; more than there is is said', async () => {
    const transfer = { account, recipientAddress: stranger.address, amount: '120000' }
    const { level, facts } = await said('sendTransfer', transfer)
    expect(level).toBe('plain')
    expect(facts).toEqual(['You give: 0.0012 BTC', `To: ${stranger.address}`, `From: ${account}`, 'Network: Local'])
    expect(await said('sendTransfer', { ...transfer, amount: '150001' })).toMatchObject({
      warnings: [expect.stringContaining('0.0015 BTC')],
    })
    expect(await said('signMessage', { account, message: 'gm' })).toMatchObject({ content: { text: 'gm' } })
  })

  test('[F13 F27] says nothing of what can’t be read, or of inputs that aren’t the account’s', async () => {
    const foreign = { account, psbt: psbt(), signInputs: [{ index: 0, address: stranger.address }] }
    const unknown = [
      ['signPsbt', foreign],
      ['signPsbt', { ...foreign, signInputs: [{ index: 7, address: account }] }],
      ['signPsbt', { account: stranger.address, psbt: psbt() }, { others: [] }],
      ['signPsbt', { account, psbt: base64.encode(psbtOf().toPSBT().slice(0, -9)) }],
      ['sendTransfer', { account, recipientAddress: stranger.address, amount: '1.5' }],
      ['getAccountAddresses', {}],
    ] as const
    for (const [method, params, more] of unknown) expect(await elsewhere(method, params, more)).toBeUndefined()
    expect(bitcoinReader.carriedOut({ method: 'signPsbt', params: foreign })).toBeUndefined()
  })
})
