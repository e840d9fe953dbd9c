import type { WalletNetwork } from '@foyer/core/words'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { Address, OutScript, p2wpkh, SigHash, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FamilyHost, PreparedRequest } from '../family.js'
import { createSeeds } from '../keyring.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { createBitcoinAccounts } from './accounts.js'
import { createBip122 } from './bip122.js'
import { startTestLedger, type TestLedger } from './test/ledger.js'

const seeds = createSeeds()
const family = createBip122(seeds)
const keyring = {
  phrase: 'test test test test test test test test test test test junk',
  count: 2,
  imported: [],
}
const chainId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const main = 'bip122:000000000019d6689c085ae165831e93'
const [first, second] = createBitcoinAccounts(seeds)({ keyring, chainId })
if (!first || !second) throw new Error('The keyring has no accounts.')
const account = first.payment.address
const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }
const stranger = p2wpkh(hexToBytes(`02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`), regtest)

let ledger: TestLedger
let network: WalletNetwork
beforeAll(async () => {
  ledger = await startTestLedger()
  network = { chainId, name: 'Local', currency: { symbol: 'BTC', decimals: 8 }, rpcUrl: `${ledger.url}/`, tokens: [] }
})
afterAll(() => ledger.stop())
beforeEach(() => {
  ledger.rate = 2
  const fund = (address: string, script: Uint8Array, digit: string, value: number) => ({
    txid: digit.repeat(64),
    vout: 1,
    value,
    address,
    script,
  })
  ledger.outputs.splice(
    0,
    9,
    fund(account, first.payment.script, 'a', 100_000),
    fund(account, first.payment.script, 'b', 50_000),
    fund(first.ordinals.address, first.ordinals.script, 'c', 10_000),
    fund(stranger.address ?? '', stranger.script, 'd', 70_000),
  )
})

const host: FamilyHost = {
  networks: () => [network],
  network: () => network,
  addNetwork: async () => {},
  switchNetwork: async () => {},
}
const peerUrl = 'https://dapp.example'
const prepare = (method: string, params?: unknown) =>
  family.prepare({ method, params, chainId, addresses: [account], peerUrl }, { keyring, host })
async function shown(method: string, params: unknown) {
  const prepared: PreparedRequest = await prepare(method, params)
  if (prepared.kind !== 'ask') throw new Error(`${method} isn’t prepared to ask: ${JSON.stringify(prepared)}`)
  return { ...prepared, shown: spokenRequest(prepared.shown, sayRequestInEnglish) }
}
const refused = (message: RegExp, code = -32_602) => ({
  kind: 'refuse',
  failure: { code, message: expect.stringMatching(message) },
})
const fact = (label: string, value: unknown) => expect.objectContaining({ label, value })
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
const sentOutputs = () => {
  const sent = ledger.sent.at(-1)
  return Array.from({ length: sent?.outputsLength ?? 0 }, (_, index) => ({
    address: sent?.getOutputAddress(index, regtest),
    amount: sent?.getOutput(index).amount,
  }))
}

test('addresses are BIP-84’s and BIP-86’s, on each network as it writes them', () => {
  const known = `${'abandon '.repeat(11)}about`
  const accounts = (on: string) =>
    createBitcoinAccounts(seeds)({ keyring: { phrase: known, count: 1, imported: [] }, chainId: on })
  expect(accounts(main)).toMatchObject([
    {
      payment: { address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', path: "m/84'/0'/0'/0/0" },
      ordinals: { address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr' },
    },
  ])
  expect(accounts('bip122:000000000933ea01ad0ee984209779ba')[0]?.payment.address).toBe(
    'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl',
  )
  expect(accounts('bip122:unknown')).toEqual([])
})

describe('messages', () => {
  // Accepted by bip322-js 3.0.0 and bitcoinjs-message 2.2.0 for the account's address.
  const signed = {
    ecdsa:
      '27017af2ddebe97b9c808fbe270cb183c4945cdd9ed715f0ea75bea256fc24bd2919316c0ef1797d0bafaf1cd31f9cc7af06bcef46c30412247f5359b6e75a9396',
    bip322:
      '0247304402200c23c49fad6a80ebbe9e60294405cb608911e6264b075b5058fbed29f255f893022052b865df7dcfc9bf308aa48eab415b31762926ae81823e2a8b710df220439a3c012103f3d474c86c9be5b82e251cc3cc438d3cc361527b4b9799516c4bd513caf9e5f6',
  }

  test.each(['ecdsa', 'bip322'] as const)(
    '[F13] a message is shown, and signed by %s as others verify it',
    async (protocol) => {
      const { shown: words, perform } = await shown('signMessage', { account, message: 'Hello — ünïcode', protocol })
      expect(words).toMatchObject({ content: { text: 'Hello — ünïcode' }, isDeliberate: false, warnings: [] })
      expect(await perform()).toMatchObject({ address: account, signature: signed[protocol] })
    },
  )

  test('the ordinals address signs by BIP-322 alone, whose signature is its key’s', async () => {
    const { address } = first.ordinals
    const { perform } = await shown('signMessage', { account, address, message: 'Hello' })
    const signature = field(await perform(), 'signature')
    // One element of 64 bytes: a Schnorr signature of everything.
    expect(signature).toMatch(/^0140[0-9a-f]{128}$/)
    expect(await prepare('signMessage', { account, address, message: 'Hello', protocol: 'ecdsa' })).toMatchObject(
      refused(/BIP-322 only/),
    )
  })

  test('[F14] letters that can’t be seen are named, and a sign-in elsewhere is warned of', async () => {
    const message = `evil.example wants you to sign in with your Bitcoin account:\n${account}\u202e`
    const { shown: words } = await shown('signMessage', { account, message })
    expect(words.content?.text).toContain('⟨U+202E⟩')
    expect(words.warnings.join()).toContain('signs you in at evil.example')
  })

  test('an account that isn’t the session’s signs nothing', async () => {
    expect(await prepare('signMessage', { account: second.payment.address, message: 'Hello' })).toMatchObject(
      refused(/account/, 4100),
    )
    expect(await prepare('signMessage', { account, address: stranger.address, message: 'Hello' })).toMatchObject(
      refused(/account/, 4100),
    )
  })
})

describe('sendTransfer', () => {
  const transfer = (more: object = {}) =>
    shown('sendTransfer', { account, recipientAddress: stranger.address, amount: '60000', ...more })

  test('[F13 F22] who gets what, what comes back and the fee are shown; exactly that is sent, once', async () => {
    const before = ledger.sent.length
    const { shown: words, perform } = await transfer()
    expect(words).toMatchObject({ title: 'Send BTC', act: 'Send', warnings: [], isDeliberate: false })
    // One input, two outputs: 141 virtual bytes.
    expect(words.facts).toEqual([
      { label: 'Amount', value: '0.0006 BTC' },
      { label: 'To', value: stranger.address, isCode: true },
      { label: 'Comes back', value: '0.00039718 BTC' },
      { label: 'Leaves this wallet', value: '0.00060282 BTC' },
      { label: 'From', value: account, isCode: true },
      { label: 'Network', value: 'Local' },
      { label: 'Fee', value: '0.00000282 BTC: 282 sat, 2 sat/vB' },
    ])
    const answer = await perform()
    expect(ledger.sent).toHaveLength(before + 1)
    expect(answer).toEqual({ txid: ledger.sent.at(-1)?.id })
    expect(sentOutputs()).toEqual([
      { address: stranger.address, amount: 60_000n },
      { address: account, amount: 39_718n },
    ])
    expect(ledger.sent.at(-1)?.vsize).toBeLessThanOrEqual(141)
  })

  test('coins of the ordinals address are never spent, and too little is said to be', async () => {
    const { perform } = await transfer({ amount: '149000' })
    await perform()
    expect(ledger.sent.at(-1)?.inputsLength).toBe(2)
    expect(
      await prepare('sendTransfer', { account, recipientAddress: stranger.address, amount: '155000' }),
    ).toMatchObject(refused(/too little/))
    expect(await prepare('sendTransfer', { account, recipientAddress: stranger.address, amount: '200' })).toMatchObject(
      refused(/too small/),
    )
  })

  test('what is left and isn’t worth an output is fee; a memo is public, and change may go elsewhere', async () => {
    const whole = await transfer({ amount: '99700' })
    expect(whole.shown.facts).toEqual(
      expect.arrayContaining([fact('Fee', expect.stringMatching(/^0\.000003 BTC: 300 sat, /))]),
    )
    const memo = Buffer.from('Invoice 7').toString('hex')
    const changeAddress = second.payment.address
    const { shown: words, perform } = await transfer({ memo, changeAddress })
    expect(words.facts).toEqual(
      expect.arrayContaining([
        fact('Memo, public', 'Invoice 7'),
        fact('Amount', '0.00039678 BTC'),
        fact('To, in this wallet too', changeAddress),
      ]),
    )
    await perform()
    expect(ledger.sent.at(-1)?.getOutput(2)).toMatchObject({ script: second.payment.script, amount: 39_678n })
  })

  test('a fee that is a tenth of what is sent is warned of', async () => {
    ledger.rate = 100
    const { shown: words } = await transfer()
    expect(words.warnings.join()).toContain('far higher than usual')
  })

  test.each([
    [{ recipientAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' }],
    [{ recipientAddress: 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuz' }],
    [{ amount: 60_000 }],
    [{ amount: '-1' }],
    [{ amount: '0' }],
    [{ amount: '1.5' }],
    [{ memo: 'no hex' }],
    [{ memo: 'ab'.repeat(81) }],
  ])('%j is refused', async (more) => {
    const params = { account, recipientAddress: stranger.address, amount: '60000', ...more }
    expect(await prepare('sendTransfer', params)).toMatchObject({ kind: 'refuse', failure: { code: -32_602 } })
  })
})

describe('signPsbt', () => {
  /** A PSBT of inputs by the ledger's output, and outputs by address. */
  function psbtOf({
    inputs,
    outputs,
    sighashType,
  }: {
    readonly inputs: readonly number[]
    readonly outputs: readonly (readonly [string | undefined, bigint])[]
    readonly sighashType?: number
  }): Transaction {
    const transaction = new Transaction({ allowUnknownOutputs: true })
    for (const place of inputs) {
      const output = ledger.outputs[place]
      if (!output) throw new Error('No such output.')
      transaction.addInput({
        txid: output.txid,
        index: output.vout,
        witnessUtxo: { script: output.script, amount: BigInt(output.value) },
        ...(sighashType === undefined ? {} : { sighashType }),
      })
    }
    for (const [address, amount] of outputs) {
      const script = address === undefined ? Uint8Array.of(0x51) : OutScript.encode(Address(regtest).decode(address))
      transaction.addOutput({ script, amount })
    }
    return transaction
  }
  const ask = (psbt: Transaction, more: object = {}) => ({ account, psbt: base64.encode(psbt.toPSBT()), ...more })
  const signing = (...indices: number[]) => ({ signInputs: indices.map((index) => ({ address: account, index })) })
  const open = (answer: unknown) =>
    Transaction.fromPSBT(base64.decode(String(field(answer, 'psbt'))), { allowUnknownOutputs: true })

  test('[F13] the named inputs are signed and no other; what leaves the wallet is shown', async () => {
    const psbt = psbtOf({
      inputs: [0, 3],
      outputs: [
        [stranger.address, 120_000n],
        [account, 45_000n],
      ],
    })
    const { shown: words, perform } = await shown('signPsbt', ask(psbt, signing(0)))
    expect(words).toMatchObject({ title: 'Sign a transaction with others', act: 'Sign', isDeliberate: true })
    expect(words.facts).toEqual(
      expect.arrayContaining([
        fact('Inputs of others', '1, which aren’t signed here'),
        fact('You give', '0.00055 BTC'),
        fact('Comes back', '0.00045 BTC'),
        fact('Fee, as the application says', expect.stringMatching(/^0\.00005 BTC: 5000 sat, /)),
        fact('Sent by', 'The application, when it likes'),
      ]),
    )
    const signed = open(await perform())
    expect(signed.getInput(0).partialSig).toHaveLength(1)
    expect(signed.getInput(1).partialSig).toBeUndefined()
    expect(bytesToHex(signed.unsignedTx)).toBe(bytesToHex(psbt.unsignedTx))
  })

  test('an input that isn’t the account’s isn’t signed, whoever it is said to be of', async () => {
    const psbt = psbtOf({ inputs: [0, 3], outputs: [[stranger.address, 160_000n]] })
    for (const signInputs of [
      [{ address: account, index: 1 }],
      [{ address: stranger.address, index: 1 }],
      [{ address: account, index: 7 }],
      [
        { address: account, index: 0 },
        { address: account, index: 0 },
      ],
    ]) {
      expect(await prepare('signPsbt', ask(psbt, { signInputs }))).toMatchObject(
        refused(/isn’t this account’s|named twice/),
      )
    }
  })

  test('where no input is named, all of the account’s are signed; it is sent where that is all', async () => {
    const psbt = psbtOf({ inputs: [0, 1], outputs: [[stranger.address, 149_000n]] })
    const { shown: words, perform } = await shown('signPsbt', ask(psbt, { broadcast: true }))
    expect(words).toMatchObject({ title: 'Send BTC', act: 'Send' })
    expect(await perform()).toMatchObject({ txid: ledger.sent.at(-1)?.id })
    expect(sentOutputs()).toEqual([{ address: stranger.address, amount: 149_000n }])
    const partly = psbtOf({ inputs: [0, 3], outputs: [[stranger.address, 160_000n]] })
    expect(await prepare('signPsbt', ask(partly, { broadcast: true }))).toMatchObject(refused(/lacks other/))
  })

  test('[F13] coins of the ordinals address are warned of, and signed by their own key', async () => {
    const psbt = psbtOf({ inputs: [2], outputs: [[stranger.address, 9_000n]] })
    const signInputs = [{ address: first.ordinals.address, index: 0 }]
    const { shown: words, perform } = await shown('signPsbt', ask(psbt, { signInputs, broadcast: true }))
    expect(words.warnings.join()).toContain('address for ordinals')
    await perform()
    expect(ledger.sent.at(-1)?.inputsLength).toBe(1)
  })

  test('[F13] a signature that leaves the outputs open has to be named, and takes a step of its own', async () => {
    const sighashType = SigHash.SINGLE_ANYONECANPAY
    const psbt = psbtOf({ inputs: [0], outputs: [[stranger.address, 99_000n]], sighashType })
    expect(await prepare('signPsbt', ask(psbt, signing(0)))).toMatchObject(refused(/kind of signature/))
    const signInputs = [{ address: account, index: 0, sighashTypes: [sighashType] }]
    const { shown: words, perform } = await shown('signPsbt', ask(psbt, { signInputs }))
    expect(words.isDeliberate).toBe(true)
    expect(words.warnings.join()).toContain('others may change where the coins go')
    const [, signature] = open(await perform()).getInput(0).partialSig?.[0] ?? []
    expect(signature?.at(-1)).toBe(sighashType)
  })

  test('[F13] a script without an address is told', async () => {
    const strange = await shown('signPsbt', ask(psbtOf({ inputs: [0], outputs: [[undefined, 99_000n]] })))
    expect(strange.shown).toMatchObject({ isDeliberate: true, content: { isCode: true } })
    expect(strange.shown.warnings.join()).not.toContain('isn’t known to the network')
  })

  test.each([{ value: 100_001 }, { value: 99_999 }, { vout: 0 }, { txid: 'e'.repeat(64) }])(
    '[F13] a value that the ledger has otherwise, or of another output, is told: %o',
    async (change) => {
      const psbt = psbtOf({ inputs: [0], outputs: [[stranger.address, 99_000n]] })
      ledger.outputs.push(...ledger.outputs.splice(0, 1).map((spent) => ({ ...spent, ...change })))
      const warnings = [expect.stringMatching('value' in change ? /another value/ : /isn’t known to the network/)]
      expect((await shown('signPsbt', ask(psbt))).shown).toMatchObject({ warnings, isDeliberate: true })
    },
  )

  test('[F18] whatever is no PSBT is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const params = { account, psbt: base64.encode(bytes), signInputs: [] }
        expect(await prepare('signPsbt', params)).toMatchObject({ kind: 'refuse', failure: { code: -32_602 } })
      }),
      { numRuns: 30 },
    )
  })
})

describe('addresses of an account', () => {
  const path = (purpose: number) => `m/${purpose}'/1'/0'/0/0`
  const payment = {
    address: account,
    publicKey: bytesToHex(first.payment.publicKey),
    path: path(84),
    intention: 'payment',
  }
  const ordinals = {
    address: first.ordinals.address,
    publicKey: bytesToHex(first.ordinals.publicKey),
    path: path(86),
    intention: 'ordinal',
  }

  test('are answered without asking, by what they are for', async () => {
    expect(await prepare('getAccountAddresses', { account })).toEqual({ kind: 'answer', result: [payment, ordinals] })
    expect(await prepare('getAccountAddresses')).toEqual({ kind: 'answer', result: [payment, ordinals] })
    const wanted = { account, intentions: ['ordinal'] }
    expect(await prepare('getAccountAddresses', wanted)).toEqual({ kind: 'answer', result: [ordinals] })
    expect(await prepare('getAccountAddresses', { account: second.payment.address })).toMatchObject(
      refused(/account/, 4100),
    )
  })

  test('are told when a session is made, of the granted accounts alone, and when another is in use', () => {
    const said = family.sessionProperties?.({ keyring, accounts: [`${chainId}:${account}`] })
    expect(JSON.parse(said?.bip122_getAccountAddresses ?? '')).toEqual([payment, ordinals])
    expect(family.sessionProperties?.({ keyring, accounts: [] })).toBeUndefined()
    expect(family.accountEvents?.({ keyring, chainId, address: account })).toEqual([
      { name: 'bip122_addressesChanged', data: [payment, ordinals] },
    ])
  })
})

test('the balance is what the payment address holds', async () => {
  expect(await family.balance({ address: account, network })).toEqual({ value: 150_000n, symbol: 'BTC', decimals: 8 })
})

test.each(['btc_signPsbt', 'toString'])('%s isn’t done', async (method) => {
  expect(await prepare(method)).toMatchObject({ kind: 'refuse', failure: { code: 4200 } })
})
