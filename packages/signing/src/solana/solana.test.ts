import { createPublicKey, verify } from 'node:crypto'
import type { WalletNetwork } from '@foyer/core/words'
import { base58, base64 } from '@scure/base'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FamilyHost, PreparedRequest } from '../family.js'
import { createSeeds } from '../keyring.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { decodeTransaction, encodeTransaction, UnreadableTransactionError } from './message.js'
import { deriveEd25519 } from './slip10.js'
import { createSolana } from './solana.js'
import { startTestNode, type TestNode } from './test/node.js'
import {
  approval,
  blockhash,
  coins,
  lookedUp,
  me,
  mine,
  mint,
  other,
  parts,
  several,
  theirs,
  tokens,
} from './test/transactions.js'

const keyring = {
  phrase: 'test test test test test test test test test test test junk',
  count: 2,
  imported: [],
}
const family = createSolana(createSeeds())
const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

let node: TestNode
let network: WalletNetwork
beforeAll(async () => {
  node = await startTestNode()
  network = {
    chainId,
    name: 'Solana Local',
    currency: { symbol: 'SOL', decimals: 9 },
    rpcUrl: node.url,
    tokens: [{ symbol: 'DUSD', decimals: 6, address: mint }],
  }
})
afterAll(() => node.stop())
beforeEach(() => {
  node.balance = 5_000_000_000
})

const host: FamilyHost = {
  networks: () => [network],
  network: () => network,
  addNetwork: async () => {},
  switchNetwork: async () => {},
}
const peerUrl = 'https://dapp.example'
const prepare = ({ method, params }: { readonly method: string; readonly params?: unknown }) =>
  family.prepare({ method, params, chainId, addresses: [me], peerUrl }, { keyring, host })

async function shown(method: string, params: unknown) {
  const prepared: PreparedRequest = await prepare({ method, params })
  if (prepared.kind !== 'ask') throw new Error(`${method} isn’t prepared to ask: ${JSON.stringify(prepared)}`)
  return { ...prepared, shown: spokenRequest(prepared.shown, sayRequestInEnglish) }
}
const signTransaction = (transaction: string) => shown('solana_signTransaction', { transaction, pubkey: me })
const refused = (message: RegExp, code = -32_602) => ({
  kind: 'refuse',
  failure: { code, message: expect.stringMatching(message) },
})

/** Whether a signature is the account's, by OpenSSL. */
function isSigned({ bytes, signature }: { readonly bytes: Uint8Array; readonly signature: unknown }): boolean {
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), base58.decode(me)]),
    format: 'der',
    type: 'spki',
  })
  return verify(null, bytes, key, base58.decode(String(signature)))
}
const fact = (label: string, value: unknown) => expect.objectContaining({ label, value })
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

describe('keys', () => {
  // The first test vector of SLIP-10 for Ed25519.
  test.each([
    [[], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
    [[0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
    [[0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
  ])('are derived as SLIP-10 says: %s', (path, key) => {
    const seed = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
    expect(Buffer.from(deriveEd25519({ seed, path })).toString('hex')).toBe(key)
  })
})

describe('messages', () => {
  const base58Text = (text: string) => base58.encode(new TextEncoder().encode(text))

  test('[F13] a message is shown as it reads, and its very bytes are signed', async () => {
    const asked = { message: base58Text('Good morning\nfrom Foyer'), pubkey: me }
    const { shown: words, perform } = await shown('solana_signMessage', asked)
    expect(words).toMatchObject({ content: { text: 'Good morning\nfrom Foyer' }, warnings: [], isDeliberate: false })
    const answer = await perform()
    expect(isSigned({ bytes: base58.decode(asked.message), signature: field(answer, 'signature') })).toBe(true)
  })

  test('[F13 F14] bytes that are no text take a step of their own, and letters that can’t be seen are named', async () => {
    const data = await shown('solana_signMessage', { message: base58.encode(Uint8Array.of(255, 0, 255)), pubkey: me })
    expect(data.shown).toMatchObject({ content: { text: 'ff00ff', isCode: true }, isDeliberate: true })
    const hidden = await shown('solana_signMessage', { message: base58Text('pay\u202eyap'), pubkey: me })
    expect(hidden.shown.content?.text).toBe('pay⟨U+202E⟩yap')
  })

  test('[F13] a transaction isn’t signed as a message', async () => {
    const { messageBytes } = decodeTransaction(base64.decode(tokens))
    const asked = { message: base58.encode(messageBytes), pubkey: me }
    expect(await prepare({ method: 'solana_signMessage', params: asked })).toMatchObject(refused(/not a message/))
  })

  test('a sign-in at another place than the application’s own is warned of', async () => {
    const text = `evil.example wants you to sign in with your Solana account:\n${me}\n\nURI: https://evil.example`
    const { shown: words } = await shown('solana_signMessage', { message: base58Text(text), pubkey: me })
    expect(words.warnings.join()).toContain('signs you in at evil.example')
  })

  test('an account that isn’t the session’s signs nothing', async () => {
    const params = { message: base58Text('Hello'), pubkey: other }
    expect(await prepare({ method: 'solana_signMessage', params })).toMatchObject(refused(/account/, 4100))
  })
})

describe('transactions', () => {
  test('[F13] coins: the amount, the recipient and the fee are shown, and the very bytes are signed', async () => {
    const { shown: words, perform } = await signTransaction(coins)
    expect(words).toMatchObject({ title: 'Send SOL', act: 'Sign', isDeliberate: false })
    expect(words.facts).toEqual([
      { label: 'Amount', value: '1.5 SOL' },
      { label: 'To', value: other, isCode: true },
      { label: 'From', value: me, isCode: true },
      { label: 'Network', value: 'Solana Local' },
      { label: 'Fee', value: '0.000005 SOL' },
    ])
    const answer = await perform()
    const { messageBytes, signatures } = decodeTransaction(base64.decode(String(field(answer, 'transaction'))))
    expect(messageBytes).toEqual(decodeTransaction(base64.decode(coins)).messageBytes)
    expect(signatures.map((each) => base58.encode(each))).toEqual([field(answer, 'signature')])
    expect(isSigned({ bytes: messageBytes, signature: field(answer, 'signature') })).toBe(true)
  })

  test('[F13] tokens of version 0: whose account gets them, the memo, and the price that it sets', async () => {
    const { shown: words } = await signTransaction(tokens)
    expect(words).toMatchObject({ title: 'Send DUSD', isDeliberate: false })
    expect(words.facts).toEqual(
      expect.arrayContaining([
        fact('Amount', '2.5 DUSD'),
        fact('To', other),
        fact('To (token account)', theirs),
        fact('Memo, public', 'Invoice 7'),
        // 5,000 for the signature, and 200,000 units at 10,000 millionths of a lamport.
        fact('Fee', '0.000007 SOL'),
      ]),
    )
  })

  test('[F13] accounts of a lookup table are read from the chain; without the table it can’t be read', async () => {
    const { shown: words } = await signTransaction(lookedUp)
    expect(words).toMatchObject({ title: 'Send DUSD', isDeliberate: false })
    expect(words.facts).toEqual(expect.arrayContaining([fact('Amount', '0.000001 DUSD'), fact('To', other)]))
    const { messageBytes, ...rest } = decodeTransaction(base64.decode(lookedUp))
    // The first index of the table that is written to: beyond its end.
    const changed = messageBytes.slice()
    const place = changed.length - 3
    expect(changed[place]).toBe(1)
    changed[place] = 77
    const unknown = await signTransaction(base64.encode(encodeTransaction({ ...rest, messageBytes: changed })))
    expect(unknown.shown).toMatchObject({ title: 'Call a program', isDeliberate: true })
  })

  test('[F13] an allowance without a limit is said to be one', async () => {
    const { shown: words } = await signTransaction(approval)
    expect(words).toMatchObject({ title: 'Allow spending of DUSD', isDeliberate: true })
    expect(words.facts).toEqual(expect.arrayContaining([fact('Amount', 'Unlimited'), fact('Spender', other)]))
    expect(words.warnings.join()).toContain('may take all of your DUSD')
  })

  test('[F13] an unknown program takes a step of its own, and its bytes are shown', async () => {
    const wire = base64.decode(coins)
    const { messageBytes, ...rest } = decodeTransaction(wire)
    const strange = messageBytes.slice()
    strange[4 + 64] = 9 // the third key, the system program's
    const { shown: words } = await signTransaction(base64.encode(encodeTransaction({ ...rest, messageBytes: strange })))
    expect(words).toMatchObject({
      title: 'Call a program',
      isDeliberate: true,
      content: { text: base64.encode(strange) },
    })
    expect(words.warnings.join()).toContain('can’t be read')
  })

  test('[F13] who gets an account is told and warned of', async () => {
    const authority = {
      programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      data: base58.encode(Uint8Array.from([6, 2, 1, ...base58.decode(other)])),
      keys: [
        { pubkey: mine, isSigner: false, isWritable: true },
        { pubkey: me, isSigner: true, isWritable: false },
      ],
    }
    const assign = {
      programId: '11111111111111111111111111111111',
      data: base58.encode(Uint8Array.from([1, 0, 0, 0, ...base58.decode(mint)])),
      keys: [{ pubkey: me, isSigner: true, isWritable: true }],
    }
    const asked = { feePayer: me, recentBlockhash: blockhash, pubkey: me }
    const handed = await shown('solana_signTransaction', { ...asked, instructions: [authority] })
    expect(handed.shown).toMatchObject({ title: 'Change who controls an account', isDeliberate: true })
    expect(handed.shown.facts).toEqual(expect.arrayContaining([fact('Token account', mine), fact('Goes to', other)]))
    expect(handed.shown.warnings.join()).toContain('Somebody else may then move')
    const assigned = await shown('solana_signTransaction', { ...asked, instructions: [assign] })
    expect(assigned.shown.warnings.join()).toContain('handed over to a program')
    expect(assigned.shown.isDeliberate).toBe(true)
  })

  test('several steps are told one after the other, and what isn’t there is warned of', async () => {
    node.balance = 1_000_000_000
    const { shown: words } = await signTransaction(several)
    expect(words.title).toBe('A transaction of several steps')
    expect(words.facts).toEqual(expect.arrayContaining([fact('Step 1', 'Send SOL'), fact('Step 2', 'Send DUSD')]))
    expect(words.warnings.join()).toContain('more than the 1 SOL that the account has')
  })

  test('the older form by its parts is the transaction that such an application has itself', async () => {
    const params = { feePayer: me, recentBlockhash: blockhash, instructions: parts, pubkey: me }
    const prepared = await shown('solana_signTransaction', params)
    expect(prepared.shown.title).toBe('A transaction of several steps')
    const answer = await prepared.perform()
    const { messageBytes } = decodeTransaction(base64.decode(several))
    expect(isSigned({ bytes: messageBytes, signature: field(answer, 'signature') })).toBe(true)
  })

  test('a transaction that doesn’t need the account’s signature is refused', async () => {
    const { messageBytes } = decodeTransaction(base64.decode(coins))
    const theirOwn = messageBytes.slice()
    theirOwn.set(base58.decode(mint), 4) // who pays is somebody else
    const foreign = base64.encode(encodeTransaction({ signatures: [new Uint8Array(64)], messageBytes: theirOwn }))
    const ask = (params: unknown) => prepare({ method: 'solana_signTransaction', params })
    expect(await ask({ transaction: foreign, pubkey: me })).toMatchObject(refused(/doesn’t need this account/))
    expect(await ask({ transaction: foreign })).toMatchObject(refused(/account/, 4100))
  })

  test('signatures of others stay; one that is missing keeps it from being sent', async () => {
    const signature = base58.encode(new Uint8Array(64).fill(7))
    const [sol] = parts
    const asked = { feePayer: other, recentBlockhash: blockhash, instructions: [sol], pubkey: me }
    const { shown: words, perform } = await shown('solana_signTransaction', {
      ...asked,
      partialSignatures: [{ pubkey: other, signature }],
    })
    expect(words.facts).toEqual(expect.arrayContaining([fact('The fee is paid by', other)]))
    const whole = decodeTransaction(base64.decode(String(field(await perform(), 'transaction'))))
    expect(whole.message.keys.slice(0, 2)).toEqual([other, me])
    expect(base58.encode(whole.signatures[0] ?? new Uint8Array())).toBe(signature)
    expect(
      isSigned({ bytes: whole.messageBytes, signature: base58.encode(whole.signatures[1] ?? new Uint8Array()) }),
    ).toBe(true)

    const unsigned = encodeTransaction({ ...whole, signatures: whole.signatures.map(() => new Uint8Array(64)) })
    const params = { transaction: base64.encode(unsigned), pubkey: me }
    expect(await prepare({ method: 'solana_signAndSendTransaction', params })).toMatchObject(refused(/lacks other/))
  })

  test('all of several are signed at once, and shown one after the other', async () => {
    const { shown: words, perform } = await shown('solana_signAllTransactions', { transactions: [coins, tokens] })
    expect(words.title).toBe('Sign 2 transactions')
    expect(words.facts).toEqual(
      expect.arrayContaining([fact('Transaction 2', 'of 2'), fact('Fee', '0.000012 SOL'), fact('Amount', '1.5 SOL')]),
    )
    const signed = field(await perform(), 'transactions')
    const all = Array.isArray(signed) ? signed.map((each) => decodeTransaction(base64.decode(each))) : []
    expect(all).toHaveLength(2)
    for (const { messageBytes, signatures } of all) {
      expect(isSigned({ bytes: messageBytes, signature: base58.encode(signatures[0] ?? new Uint8Array()) })).toBe(true)
    }
  })

  test('[F22] a transaction is sent once, as it was shown, and named by its signature', async () => {
    const before = node.sent.length
    const params = { transaction: coins, pubkey: me, sendOptions: { skipPreflight: true } }
    const { shown: words, perform } = await shown('solana_signAndSendTransaction', params)
    expect(words.act).toBe('Send')
    expect(node.sent).toHaveLength(before)
    const answer = await perform()
    expect(node.sent).toHaveLength(before + 1)
    const { messageBytes, signatures } = decodeTransaction(base64.decode(node.sent.at(-1) ?? ''))
    expect(messageBytes).toEqual(decodeTransaction(base64.decode(coins)).messageBytes)
    expect(field(answer, 'signature')).toBe(base58.encode(signatures[0] ?? new Uint8Array()))
    expect(node.asked.at(-1)?.body).toContain('"skipPreflight":true')
  })
})

describe('what is malformed', () => {
  test.each([
    ['solana_signMessage', undefined],
    ['solana_signMessage', { message: '0OIl', pubkey: me }],
    ['solana_signMessage', { message: 'abc', pubkey: 'abc' }],
    ['solana_signTransaction', { pubkey: me }],
    ['solana_signTransaction', { transaction: 'AQID', pubkey: me }],
    ['solana_signTransaction', { transaction: `${coins.slice(0, -4)}AAAAAAAA`, pubkey: me }],
    ['solana_signAllTransactions', { transactions: [] }],
    ['solana_signAndSendTransaction', { transaction: coins, pubkey: me, sendOptions: { maxRetries: -1 } }],
  ])('%s %j is refused', async (method, params) => {
    expect(await prepare({ method, params })).toMatchObject({ kind: 'refuse', failure: { code: -32_602 } })
  })

  test.each(['solana_signIn', 'toString', '__proto__'])('%s isn’t done', async (method) => {
    expect(await prepare({ method })).toMatchObject({ kind: 'refuse', failure: { code: 4200 } })
  })

  test('[F18] no bytes make the reader throw anything but its own error, and what it reads it writes back', () => {
    const wire = base64.decode(tokens)
    const turned = fc
      .tuple(fc.integer({ min: 0, max: wire.length - 1 }), fc.integer({ min: 0, max: 255 }))
      .map(([place, byte]) => wire.map((each, at) => (at === place ? byte : each)))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), turned), (bytes) => {
        try {
          expect(encodeTransaction(decodeTransaction(bytes))).toEqual(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableTransactionError)
        }
      }),
    )
  })
})

test('the accounts are listed without asking', async () => {
  for (const method of ['solana_getAccounts', 'solana_requestAccounts']) {
    expect(await prepare({ method, params: {} })).toEqual({ kind: 'answer', result: [{ pubkey: me }] })
  }
})

test('the balance is the node’s', async () => {
  expect(await family.balance({ address: me, network })).toEqual({ value: 5_000_000_000n, symbol: 'SOL', decimals: 9 })
})
