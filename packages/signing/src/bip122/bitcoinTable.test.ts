import { shortenAddress } from '@foyer/core/chain'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { Address, OutScript, p2wpkh, Script, SigHash, Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { levelOf } from '../level.js'
import { RequestTooLargeError } from '../requestSize.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import {
  account,
  askedOn,
  describedElsewhere,
  expectRow,
  factsOf,
  first,
  mine,
  type OnLedger,
  type Row,
  regtest,
  type Spent,
  spendingOn,
  startLedger,
  stranger,
} from './test/asking.js'
import { bitcoinReader } from './words.js'

// What is read of PSBTs: numbers as the table of approval cases has them.

let on: OnLedger
beforeAll(async () => {
  on = await startLedger()
})
afterAll(() => on.ledger.stop())

const asked = (method: string, params: object) => askedOn(on, method, params)
const elsewhere = (method: string, params: unknown, more?: object) => describedElsewhere(on, method, params, more)
const spending = (...[inputs, ...outputs]: [readonly Spent[], ...(readonly (readonly [Uint8Array, bigint])[])]) =>
  spendingOn(on, inputs, ...outputs)

function psbtOf(sighashType?: number): Transaction {
  const psbt = new Transaction()
  for (const { txid, vout, script, value } of on.ledger.outputs.filter((output) => output.address === account)) {
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

const ask = (sighashType?: number) =>
  asked('signPsbt', {
    ...{ account, psbt: base64.encode(psbtOf(sighashType).toPSBT()) },
    signInputs: [0, 1].map((index) => ({
      ...{ address: account, index },
      ...(sighashType === undefined ? {} : { sighashTypes: [sighashType] }),
    })),
  })

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

const returning = (data: Uint8Array) => Script.encode(['RETURN', data])
const runestone = Uint8Array.of(0x6a, 0x5d, 0x03, 0x01, 0x02, 0x03)

const rows: readonly Row[] = [
  {
    is: '44: a fee rate far above what is usual',
    outputs: [[stranger.script, 120_000n]],
    ...{ level: 'deliberate', warnings: ['far higher than usual'] },
    facts: [expect.stringMatching(/^Fee: 0\.0003 BTC: 30000 sat, 1\d\d(\.\d)? sat\/vB$/)],
  },
  {
    is: '44: a consolidation of coins at a usual fee',
    outputs: [[mine, 149_500n]],
    ...{ level: 'plain', facts: ['Comes back: 0.001495 BTC'] },
  },
  {
    is: '55: 0.00099 BTC in an output of data',
    outputs: [
      [returning(Uint8Array.of(0x67, 0x6d)), 99_000n],
      [mine, 50_000n],
    ],
    ...{ level: 'deliberate', facts: ['You give: 0.00099 BTC', 'Memo, public: gm'], warnings: ['is destroyed'] },
  },
  {
    is: '55: a Runestone',
    outputs: [
      [runestone, 0n],
      [mine, 149_000n],
    ],
    ...{ level: 'careful', facts: ['Memo, public: 5d03010203'], warnings: ['an order for runes'] },
  },
  {
    is: '56: an input of twice the ledger’s value: both, and the real fee',
    inputs: [{ of: 'a', says: 200_000 }],
    outputs: [[stranger.script, 99_000n]],
    ...{ level: 'deliberate', warnings: ['another value'] },
    facts: [
      'An input, as the application says: 0.002 BTC',
      'An input, on the network: 0.001 BTC',
      expect.stringMatching(/^Fee: 0\.00001 BTC: 1000 sat/),
    ],
  },
  {
    is: '56: an input of less than it holds, whose rest would be the fee',
    inputs: [{ of: 'a', says: 60_000 }],
    outputs: [[stranger.script, 59_000n]],
    ...{ level: 'deliberate', warnings: ['another value', 'far higher than usual'] },
    facts: [expect.stringMatching(/^Fee: 0\.00041 BTC: 41000 sat/)],
  },
  {
    is: 'an output that the network doesn’t pass on',
    outputs: [
      [stranger.script, 200n],
      [mine, 149_000n],
    ],
    ...{ level: 'careful', warnings: ['too small for the network'] },
  },
  {
    is: 'an output that anybody may spend',
    outputs: [[Uint8Array.of(0x51), 149_000n]],
    ...{ level: 'deliberate', facts: ['To a script: 51'], warnings: ['no address'] },
  },
  {
    is: 'several inputs of others, which aren’t counted as the visitor’s',
    inputs: [{ of: 'a' }, { of: 'theirs' }, { of: 'theirs' }],
    outputs: [
      [mine, 90_000n],
      [stranger.script, 149_000n],
    ],
    ...{ level: 'plain', title: 'Sign a transaction with others' },
    facts: ['Inputs of others: 2, which aren’t signed here', 'They hold: 0.0014 BTC', 'You give: 0.0001 BTC'],
    headline: `You give 0.0001 BTC. ${shortenAddress({ address: stranger.address ?? '' })} gets 0.00149 BTC.`,
  },
]

describe('the second table', () => {
  test.each(rows)('$is', (row) => expectRow(on, row))

  test('54: what a transfer leaves goes to an address that isn’t the wallet’s: how much', async () => {
    const to = p2wpkh(hexToBytes('02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5'), regtest)
    const params = { account, recipientAddress: stranger.address, amount: '60000', changeAddress: to.address }
    const { level, facts, warnings } = await asked('sendTransfer', params)
    expect({ level, warnings }).toEqual({ level: 'deliberate', warnings: expect.stringContaining('isn’t yours') })
    expect(facts).toEqual(
      expect.arrayContaining(['Amount: 0.0006 BTC', 'The rest: 0.00039718 BTC', `To: ${to.address}`]),
    )
    const shown = (await elsewhere('sendTransfer', { ...params, memo: '676d' })) ?? expect.fail()
    const said = spokenRequest(shown, sayRequestInEnglish)
    expect(levelOf(said)).toBe('deliberate')
    expect(factsOf(said)).toEqual(
      expect.arrayContaining(['The rest, at most: 0.0009 BTC', `To: ${to.address}`, 'Memo, public: gm']),
    )
  })

  test('55: a wallet of one Taproot address may hold what is inscribed on what it spends', async () => {
    const { address } = first.ordinals
    const params = { account: address, psbt: spending([{ of: 'c' }], [stranger.script, 9_700n]) }
    const level = async (others: readonly object[]) => {
      const shown = (await elsewhere('signPsbt', params, { others })) ?? expect.fail()
      return [levelOf(shown), spokenRequest(shown, sayRequestInEnglish).warnings.join()]
    }
    expect(await level([])).toEqual(['careful', expect.stringContaining('Inscriptions and runes')])
    expect(await level([{ address: first.payment.address, type: 'ordinal' }])).toEqual([
      'careful',
      'This is all of your BTC.',
    ])
    const transfer = { account: address, recipientAddress: stranger.address, amount: '5000' }
    const shown = (await elsewhere('sendTransfer', transfer, { others: [] })) ?? expect.fail()
    expect(levelOf(shown)).toBe('careful')
  })
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
    // Wallets there are that go by what the request names.
    const named = { ...asked, psbt: psbt(), signInputs: [{ ...inputs[0], sighashTypes: [SigHash.NONE] }] }
    expect(await said('signPsbt', named)).toMatchObject({ level: 'deliberate' })
  })

  test('a value that the transaction before proves needs no ledger', async () => {
    const before = new Transaction({ allowUnknownInputs: true })
    before.addInput({ txid: 'e'.repeat(64), index: 0 })
    before.addOutput({ script: mine, amount: 100_000n })
    const transaction = new Transaction()
    const txid = bytesToHex(sha256(sha256(before.unsignedTx)).reverse())
    transaction.addInput({ txid, index: 0, nonWitnessUtxo: before.unsignedTx })
    transaction.addOutput({ script: stranger.script, amount: 99_000n })
    const params = { account, psbt: base64.encode(transaction.toPSBT()) }
    expect(await said('signPsbt', params)).toMatchObject({ level: 'plain', warnings: [] })
  })

  test('[F18] more than 128 kB isn’t read', async () => {
    const params = { account, psbt: 'A'.repeat(140_000) }
    await expect(elsewhere('signPsbt', params)).rejects.toBeInstanceOf(RequestTooLargeError)
  })

  test('[F18] says what a ledger doesn’t: that nobody knows the inputs to be there', async () => {
    const gone = { network: { ...on.network, rpcUrl: 'http://127.0.0.1:9' } }
    const { level, warnings, facts } = await said('signPsbt', { account, psbt: psbt() }, gone)
    expect(level).toBe('deliberate')
    expect(warnings).toEqual([expect.stringContaining('isn’t known to the network')])
    expect(facts).toContain('Comes back: 0.00029 BTC')
  })

  test('a transfer is its amount and whom it goes to; more than there is is said', async () => {
    const transfer = { account, recipientAddress: stranger.address, amount: '120000' }
    const { level, facts } = await said('sendTransfer', transfer)
    expect(level).toBe('plain')
    expect(facts).toEqual(['You give: 0.0012 BTC', `To: ${stranger.address}`, `From: ${account}`, 'Network: Local'])
    expect(await said('sendTransfer', { ...transfer, amount: '148000' })).toMatchObject({
      ...{ level: 'careful', warnings: ['That is nearly all of your BTC.'] },
    })
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
