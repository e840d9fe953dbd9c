import type { Clock, FamilyWallet } from '@foyer/core'
import { solana } from '@foyer/core/networks'
import { createTestClock } from '@foyer/testing'
import { base58, base64, hex } from '@scure/base'
import nacl from 'tweetnacl'
import { describe, expect, test } from 'vitest'
import { isWallet } from '../discovery/parseWallet.js'
import { fakeChain, inSlot } from '../test/fakeChain.js'
import { addresses, keys } from '../test/keys.js'
import { decodeTransaction, withSignature } from '../transaction/decode.js'
import { encodeMessage, unsignedTransaction } from '../transaction/encode.js'
import { systemTransfer } from '../transaction/programs.js'
import { offchainMessage } from '../verify/offchain.js'
import { capabilitiesOf } from './createActions.js'
import { send } from './send.js'
import { signMessage, signTransactions } from './sign.js'

const [own, other] = addresses
const blockhash = '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn'
const transfer = systemTransfer({ from: own, to: other, lamports: 5n })
const clock: Clock = createTestClock()

/** A transaction that the account signs behind the one who pays. */
const second = unsignedTransaction(
  encodeMessage({
    feePayer: other,
    blockhash,
    instructions: [{ ...transfer, accounts: [{ address: own, isSigner: true, isWritable: true }] }],
  }),
)
const only = unsignedTransaction(encodeMessage({ feePayer: own, blockhash, instructions: [transfer] }))
const signature = new Uint8Array(64).fill(7)
const signatureOf = (message: Uint8Array, address: string) => {
  const secret = hex.decode(keys[addresses.indexOf(address)] ?? '')
  return nacl.sign.detached(message, nacl.sign.keyPair.fromSeed(secret.slice(0, 32)).secretKey)
}
const signed = (bytes: Uint8Array, address = own, signs = bytes) =>
  withSignature({
    transaction: decodeTransaction(bytes),
    address,
    signature: signatureOf(decodeTransaction(signs).message, address),
  })
/** The same with one bit of the account's signature turned: it stands second there. */
const turned = (bytes: Uint8Array) => bytes.map((byte, at) => (at === 1 + 64 + 3 ? byte ^ 1 : byte))

interface FakeWallet {
  readonly chains?: readonly string[]
  readonly versions?: unknown
  readonly without?: readonly string[]
  readonly accounts?: unknown
  readonly answer?: unknown
}

/** A wallet of the Wallet Standard that answers each request with one thing, and keeps what it was asked. */
function fakeWallet({
  chains = ['solana:mainnet'],
  versions = ['legacy', 0],
  without = [],
  accounts = [{ address: own, publicKey: base58.decode(own), chains: ['solana:mainnet'] }],
  answer,
}: FakeWallet = {}) {
  const asked: (readonly [string, ...(readonly unknown[])])[] = []
  const feature = (name: string) => ({
    supportedTransactionVersions: versions,
    [name]: async (...inputs: readonly unknown[]) => {
      asked.push([name, ...inputs])
      return answer
    },
  })
  const features = Object.fromEntries(
    ['signMessage', 'signTransaction', 'signAndSendTransaction']
      .filter((name) => !without.includes(name))
      .map((name) => [`solana:${name}`, feature(name)]),
  )
  const account = { namespace: 'solana', address: own, type: 'eoa' } as const
  const provider: unknown = { version: '1.0.0', name: 'W', icon: '', chains, features, accounts }
  if (!isWallet(provider)) throw new Error('The wallet is none.')
  const wallet: FamilyWallet<'solana'> = {
    provider,
    ...{ account, accounts: [account], networkId: solana.caipNetworkId, network: solana },
  }
  return { wallet, asked }
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => error,
  )

describe('a message', () => {
  const message = Uint8Array.of(1, 2, 3)
  const withAround = Uint8Array.of(1, 2, 9, 1, 2, 3, 4)

  test.each([
    ['itself', message, message, { signature: base58.encode(signature) }],
    ['something around it', message, withAround, { signature: base58.encode(signature), signed: withAround }],
    [
      'its end',
      message,
      Uint8Array.of(0, 1, 2, 3),
      { signature: base58.encode(signature), signed: Uint8Array.of(0, 1, 2, 3) },
    ],
    ['as text', 'ü', new TextEncoder().encode('ü'), { signature: base58.encode(signature) }],
  ] as const)('[F27] is signed as %s', async (_, text, signedMessage, expected) => {
    const { wallet, asked } = fakeWallet({ answer: [{ signature, signedMessage }] })
    expect(await signMessage({ wallet, message: text, clock })).toEqual(expected)
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
    expect(asked).toMatchObject([['signMessage', { account: { address: own }, message: bytes }]])
  })

  test('as an off-chain message is signed with its envelope, which a server can verify', async () => {
    const publicKey = base58.decode(own)
    const applicationDomain = new Uint8Array(32).fill(9)
    const signedMessage = offchainMessage({ text: message, publicKey, applicationDomain }) ?? expect.fail()
    const { wallet } = fakeWallet({ answer: [{ signature, signedMessage }] })
    expect(await signMessage({ wallet, message, clock })).toEqual({
      signature: base58.encode(signature),
      signed: signedMessage,
      envelope: base58.encode(Uint8Array.from([1, ...signature, ...signedMessage])),
    })
  })

  test.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['no list', { length: 1, 0: { signature, signedMessage: message } }],
    [
      'two signatures',
      [
        { signature, signedMessage: message },
        { signature, signedMessage: message },
      ],
    ],
    ['no signature', [{ signedMessage: message }]],
    ['a signature as text', [{ signature: 'x'.repeat(64), signedMessage: message }]],
    ['a signature of 63 bytes', [{ signature: signature.subarray(1), signedMessage: message }]],
    ['a signature of 65 bytes', [{ signature: new Uint8Array(65), signedMessage: message }]],
    ['not what was signed', [{ signature }]],
    ['another message', [{ signature, signedMessage: Uint8Array.of(1, 2, 4) }]],
    ['a part of it', [{ signature, signedMessage: Uint8Array.of(1, 2) }]],
    ['its bytes apart', [{ signature, signedMessage: Uint8Array.of(1, 2, 0, 3) }]],
    ['its bytes in another order', [{ signature, signedMessage: Uint8Array.of(3, 2, 1, 1, 2) }]],
  ])('[F27] [F18] a wallet that answers with %s has signed nothing', async (_, answer) => {
    const { wallet } = fakeWallet({ answer })
    expect(await failure(signMessage({ wallet, message, clock }))).toMatchObject({ code: 'wallet_answer' })
  })
})

describe('transactions', () => {
  test('[F27] come back in their order, each signed in the account’s own place', async () => {
    const answer = [{ signedTransaction: signed(second) }, { signedTransaction: signed(only) }]
    const { wallet, asked } = fakeWallet({ answer })
    expect(await signTransactions({ wallet, transactions: [second, base64.encode(only)], clock })).toEqual([
      base64.encode(signed(second)),
      base64.encode(signed(only)),
    ])
    const input = { account: { address: own }, chain: 'solana:mainnet' }
    expect(asked).toMatchObject([
      ['signTransaction', { ...input, transaction: second }, { ...input, transaction: only }],
    ])
  })

  test('a wallet that doesn’t know the chain isn’t told one', async () => {
    const { wallet, asked } = fakeWallet({ chains: [], answer: [{ signedTransaction: signed(only) }] })
    await signTransactions({ wallet, transactions: [only], clock })
    expect(asked[0]?.[1]).not.toHaveProperty('chain')
  })

  test.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['no list', { length: 1, 0: { signedTransaction: signed(second) } }],
    ['none', []],
    ['more than were asked for', [{ signedTransaction: signed(second) }, { signedTransaction: signed(second) }]],
    ['one that is signed and one that isn’t asked for', [{ signedTransaction: signed(second) }, {}]],
    ['text', [{ signedTransaction: base64.encode(signed(second)) }]],
    ['one that isn’t signed', [{ signedTransaction: second }]],
    ['one that is signed by its account, with a bit turned', [{ signedTransaction: turned(signed(second)) }]],
    ['one that has its signature of another', [{ signedTransaction: signed(second, own, only) }]],
    ['one that only the other has signed', [{ signedTransaction: signed(second, other) }]],
    ['one that the account doesn’t sign', [{ signedTransaction: signed(transactionOf(other), other) }]],
  ])('[F27] [F18] a wallet that answers with %s has signed nothing', async (_, answer) => {
    const { wallet } = fakeWallet({ answer })
    expect(await failure(signTransactions({ wallet, transactions: [second], clock }))).toMatchObject({
      code: 'wallet_answer',
    })
  })

  test.each<readonly [string, FakeWallet, Uint8Array, object]>([
    ['that the account doesn’t sign', {}, transactionOf(other), { facts: { fault: 'signer' } }],
    ['of a version that it doesn’t read', { versions: [0] }, only, { facts: { fault: 'version' } }],
    [
      'of a version, where it says none',
      { versions: null },
      Uint8Array.of(...only.subarray(0, 65), 0x80, ...only.subarray(65)),
      { facts: { fault: 'version' } },
    ],
    ['without signing them', { without: ['signTransaction'] }, only, { facts: { method: 'solana:signTransaction' } }],
    ['without such an account', { accounts: [] }, only, { code: 'account_not_connected', facts: { family: 'solana' } }],
    ['with no list of accounts', { accounts: 'none' }, only, { code: 'account_not_connected' }],
  ])('a wallet isn’t asked for one %s', async (_, options, transaction, error) => {
    const { wallet, asked } = fakeWallet(options)
    expect(await failure(signTransactions({ wallet, transactions: [transaction], clock }))).toMatchObject(error)
    expect(asked).toEqual([])
  })

  test('a wallet that says no versions reads the legacy one', async () => {
    const { wallet } = fakeWallet({ versions: null, answer: [{ signedTransaction: signed(only) }] })
    expect(await signTransactions({ wallet, transactions: [only], clock })).toHaveLength(1)
  })

  test('a wallet that signs no messages isn’t asked to', async () => {
    const { wallet } = fakeWallet({ without: ['signMessage'] })
    expect(await failure(signMessage({ wallet, message: 'm', clock }))).toMatchObject({
      code: 'unsupported_method',
      facts: { method: 'solana:signMessage' },
    })
  })
})

function transactionOf(feePayer: string): Uint8Array {
  return unsignedTransaction(
    encodeMessage({
      feePayer,
      blockhash,
      instructions: [{ ...transfer, accounts: [{ address: own, isSigner: false, isWritable: true }] }],
    }),
  )
}

describe('sending', () => {
  const chainOf = (commitment: 'processed' | 'confirmed' | 'finalized' = 'confirmed') =>
    fakeChain(
      {
        getLatestBlockhash: () => inSlot({ blockhash }),
        sendTransaction: () => base58.encode(signature),
      },
      { commitment },
    )

  test('[F22] a wallet that sends is told the chain and how sure it must be, and nothing goes to a node', async () => {
    const { chain, asked: nodes } = chainOf('finalized')
    const { wallet, asked } = fakeWallet({ answer: [{ signature }] })
    expect(await send({ wallet, call: { instructions: [transfer] }, chain, clock })).toEqual({
      hash: base58.encode(signature),
    })
    const options = { preflightCommitment: 'finalized' }
    const account = { address: own }
    expect(asked).toMatchObject([
      ['signAndSendTransaction', { account, transaction: only, chain: 'solana:mainnet', options }],
    ])
    expect(nodes).toEqual([['getLatestBlockhash', [{ commitment: 'finalized' }]]])
  })

  test.each<readonly [string, FakeWallet]>([
    ['only signs', { without: ['signAndSendTransaction'] }],
    ['doesn’t know the chain', { chains: ['solana:devnet'] }],
  ])('[F22] what a wallet signs that %s goes to a node once', async (_, options) => {
    const { chain, asked: nodes } = chainOf()
    const { wallet, asked } = fakeWallet({ ...options, answer: [{ signedTransaction: signed(only) }] })
    expect(await send({ wallet, call: { transaction: only }, chain, clock })).toEqual({
      hash: base58.encode(signatureOf(decodeTransaction(only).message, own)),
    })
    expect(asked.map(([name]) => name)).toEqual(['signTransaction'])
    const options2 = { encoding: 'base64', preflightCommitment: 'confirmed' }
    expect(nodes).toEqual([['sendTransaction', [base64.encode(signed(only)), options2]]])
  })

  test('a wallet that only sends and knows the chain sends', async () => {
    const { wallet, asked } = fakeWallet({ without: ['signTransaction'], answer: [{ signature }] })
    await send({ wallet, call: { transaction: only }, chain: chainOf().chain, clock })
    expect(asked.map(([name]) => name)).toEqual(['signAndSendTransaction'])
  })

  test.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['no list', { length: 1, 0: { signature } }],
    ['two', [{ signature }, { signature }]],
    ['text', [{ signature: 'x'.repeat(64) }]],
    ['63 bytes', [{ signature: signature.subarray(1) }]],
  ])('[F18] a wallet that answers with %s has said no transaction', async (_, answer) => {
    const { wallet } = fakeWallet({ answer })
    const sending = send({ wallet, call: { transaction: only }, chain: chainOf().chain, clock })
    expect(await failure(sending)).toMatchObject({ code: 'wallet_answer' })
  })

  test.each<readonly [string, FakeWallet, Uint8Array, object]>([
    ['that the account doesn’t sign', {}, transactionOf(other), { facts: { fault: 'signer' } }],
    ['of a version that it doesn’t read', { versions: [0] }, only, { facts: { fault: 'version' } }],
    [
      'on a chain that it doesn’t know and only sends',
      { without: ['signTransaction'], chains: [] },
      only,
      {
        code: 'unsupported_method',
        facts: { method: 'solana:signAndSendTransaction', networkId: solana.caipNetworkId },
      },
    ],
  ])('a wallet isn’t asked for one %s', async (_, options, transaction, error) => {
    const { wallet, asked } = fakeWallet(options)
    expect(await failure(send({ wallet, call: { transaction }, chain: chainOf().chain, clock }))).toMatchObject(error)
    expect(asked).toEqual([])
  })

  test('what was called off before asks neither node nor wallet', async () => {
    const { chain, asked: nodes } = chainOf()
    const { wallet, asked } = fakeWallet({ answer: [{ signature }] })
    const signal = AbortSignal.abort('gone')
    const sending = send({ wallet, call: { instructions: [transfer] }, chain, clock, signal })
    expect(await failure(sending)).toMatchObject({ code: 'aborted', cause: 'gone' })
    expect([asked, nodes]).toEqual([[], []])
  })
})

const all = {
  signMessage: true,
  signTransactions: true,
  transfers: ['coin', 'token'],
  sendCall: true,
  atomic: 'supported',
}
const none = { signMessage: false, signTransactions: false, transfers: [], sendCall: false, atomic: 'unsupported' }
test.each<readonly [FakeWallet, object]>([
  [{}, all],
  [{ chains: [] }, all],
  [{ without: ['signMessage'] }, { ...all, signMessage: false }],
  [{ without: ['signAndSendTransaction'] }, all],
  [{ without: ['signTransaction'] }, { ...all, signTransactions: false }],
  [
    { without: ['signTransaction'], chains: [] },
    { ...none, signMessage: true },
  ],
  [{ without: ['signMessage', 'signTransaction', 'signAndSendTransaction'] }, none],
])('of a wallet with %j it is known what it can do', (options, capabilities) => {
  expect(capabilitiesOf(fakeWallet(options).wallet)).toEqual(capabilities)
})
