import { createServer } from 'node:http'
import { createTestNearWallet } from '@foyer/testing'
import { base58, base64, hex } from '@scure/base'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { actionsOn, createStage, freshKey, one, reachWallet, type Stage } from '../test/stage.js'
import { type NearSignature, nearVerifier, readSignature, verifyNearMessage } from './index.js'
import { writeSignature } from './signature.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())

/** Signed by near-api-js, in its own tests. */
const official = {
  nonce: 'KNV0cOpvJ50D5vfF9pqWom8wo2sliQ4W+Wa7uZ3Uk6Y=',
  recipient: 'example.near',
  message: 'Hello NEAR!',
  publicKey: 'ed25519:2RM3EotCzEiVobm6aMjaup43k8cFffR4KHFtrqbZ79Qy',
}
const signed = (changes: Partial<NearSignature> = {}) =>
  writeSignature({
    ...official,
    signature: 'NnJgPU1Ql7ccRTITIoOVsIfElmvH1RV7QAT4a9Vh6ShCOnjIzRwxqX54JzoQ/nK02p7VBMI2vJn48rpImIJwAw==',
    ...changes,
  })
const withUrl = {
  callbackUrl: 'http://localhost:3000',
  signature: 'zzZQ/GwAjrZVrTIFlvmmQbDQHllfzrr8urVWHaRt5cPfcXaCSZo35c5LDpPpTKivR6BxLyb3lcPM0FfCW5lcBQ==',
}

const verify = (signature: string, { address = 'toad.near', message = official.message } = {}) =>
  nearVerifier({ rpcUrl: stage.chain.url }).verify({ networkId: 'near:localnet', address, message, signature })

describe('a signature by the official library', () => {
  beforeAll(async () => {
    await stage.chain.fund({ accountId: 'toad.near', amount: one, publicKey: official.publicKey })
    await stage.chain.fund({ accountId: 'limited.near', amount: one, limitedKey: official.publicKey })
  })

  test('holds, with a page to go back to and without', async () => {
    expect(await verify(signed())).toBe(true)
    expect(await verify(signed(withUrl))).toBe(true)
  })

  test.each<[string, Partial<NearSignature>]>([
    ['another recipient', { recipient: 'example.com' }],
    ['another nonce', { nonce: base64.encode(new Uint8Array(32)) }],
    ['a short nonce', { nonce: base64.encode(new Uint8Array(31)) }],
    ['a nonce whose last letter says more than there is', { nonce: official.nonce.replace('Y=', 'Z=') }],
    ['another page to go back to', { ...withUrl, callbackUrl: 'http://localhost:3001' }],
    ['a page to go back to, where there was none', { callbackUrl: withUrl.callbackUrl }],
    ['a short signature', { signature: base64.encode(new Uint8Array(63)) }],
    ['a key of no order', { publicKey: 'ed25519:11111111111111111111111111111111' }],
  ])('with %s is refused', async (_, changes) => {
    expect(await verify(signed(changes))).toBe(false)
  })

  test('is refused for another message, for an account with another key, and for a key that may only call a contract', async () => {
    expect(await verify(signed(), { message: 'Hello NEAR' })).toBe(false)
    await stage.chain.fund({ accountId: 'other.near', amount: one })
    expect(await verify(signed(), { address: 'other.near' })).toBe(false)
    expect(await verify(signed(), { address: 'nobody.near' })).toBe(false)
    expect(await verify(signed(), { address: 'limited.near' })).toBe(false)
  })

  test('is refused for other bytes that read as the same text', async () => {
    const networkId = 'near:localnet'
    const ask = async () => ({ result: { nonce: 1, permission: 'FullAccess', block_hash: '1' } })
    const holds = (message: Uint8Array) =>
      verifyNearMessage({ networkId, address: 'toad.near', message, signature: signed(), ask })
    const bytes = new TextEncoder().encode(official.message)
    expect(await holds(bytes)).toBe(true)
    expect(await holds(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes))).toBe(false)
    expect(await holds(Uint8Array.of(...bytes, 0xff))).toBe(false)
  })

  test.each(['', '{}', 'null', '{"publicKey":1}', `${signed()}x`, signed().replace('{', '{"state":"1",')])(
    'written as %s is none',
    async (text) => {
      expect(readSignature(text)).toBeUndefined()
      expect(await verify(text)).toBe(false)
    },
  )
})

describe('an account that is called by its key', () => {
  test('signs before anything was sent to it, and afterwards', async () => {
    const { reached } = await reachWallet({ stage, amount: 0n, accounts: [{ key: freshKey() }] })
    const actions = await actionsOn(stage)
    const { address } = reached.account
    const { signature } = (await actions.signMessage?.({ wallet: reached, message: 'Hello' })) ?? expect.fail()
    expect(await verify(signature, { address, message: 'Hello' })).toBe(true)
    await stage.chain.fund({ accountId: address, amount: one })
    expect(await verify(signature, { address, message: 'Hello' })).toBe(true)
  })

  test('is no other’s whose key signed', async () => {
    const { reached } = await reachWallet({ stage, amount: 0n, accounts: [{ key: freshKey() }] })
    const actions = await actionsOn(stage)
    const { signature } = (await actions.signMessage?.({ wallet: reached, message: 'Hello' })) ?? expect.fail()
    const [address = ''] = createTestNearWallet({ name: 'Other', accounts: [{ key: freshKey() }] }).accounts
    expect(await verify(signature, { address, message: 'Hello' })).toBe(false)
  })
})

test('a sign-in that was signed for another page than it names is refused', async () => {
  const { reached } = await reachWallet({ stage })
  const actions = await actionsOn(stage)
  const { address } = reached.account
  const says = async (domain: string, word = 'NEAR') => {
    const message = `${domain} wants you to sign in with your ${word} account:\n${address}`
    const { signature } = (await actions.signMessage?.({ wallet: reached, message })) ?? expect.fail()
    return verify(signature, { address, message })
  }
  expect(await says('localhost')).toBe(true)
  expect(await says('https://localhost')).toBe(true)
  expect(await says('localhost', '**blockchain**')).toBe(true)
  expect(await says('bank.example')).toBe(false)
  expect(await says('https://bank.example')).toBe(false)
  expect(await says('bank.example', '**blockchain**')).toBe(false)
  expect(await says(`${'a'.repeat(300)}.example`)).toBe(false)
})

/** @returns where a node answers this */
async function answering(body: string): Promise<string> {
  const server = createServer((_, response) => void response.end(body))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test.each([
  ['can’t be reached', async () => 'http://127.0.0.1:1', 'server_unreachable'],
  ['answers nonsense', () => answering('<html>'), 'invalid_response'],
  [
    'answers without end',
    () =>
      answering(JSON.stringify({ result: { nonce: 1, permission: 'FullAccess', block_hash: '1'.repeat(100_000) } })),
    'invalid_response',
  ],
])('a node that %s says nothing of a key', async (_, node, code) => {
  const verifier = nearVerifier({ rpcUrl: await node() })
  const asked = {
    networkId: 'near:localnet',
    address: 'toad.near',
    message: official.message,
    signature: signed(),
  } as const
  await expect(verifier.verify(asked)).rejects.toMatchObject({ code })
})

test('what a Ledger signed holds: of the app’s own tests, by the key of their emulator', async () => {
  // Public: app-near, `tests/test_sign_nep413_msg/test_nep413_msg.py`; the key is of Speculos' phrase at m/44'/397'/0'/0'/1'.
  const address = 'c4f5941e81e071c2fd1dae2e71fd3d859d462484391d9a90bf219211dcbb320f'
  const sentence =
    "Makes it possible to authenticate users without having to add new access keys. This will improve UX, save money and will not increase the on-chain storage of the users' accounts."
  const message = [sentence, sentence, sentence].join('/')
  const written = writeSignature({
    publicKey: `ed25519:${base58.encode(hex.decode(address))}`,
    signature: base64.encode(
      hex.decode(
        'eb1200a990ba295ebd3b5a49729a30734179d2414cb43bd8af39b7103ac4dcdfd3174409a434a1f6a48d267e4f46492886129343076f8315afaf9e761183490e',
      ),
    ),
    nonce: base64.encode(new Uint8Array(32).fill(42)),
    recipient: 'alice.near',
    callbackUrl: 'myapp.com/callback',
  })
  expect(await verify(written, { address, message })).toBe(true)
  expect(await verify(written, { address, message: `${message} ` })).toBe(false)
})
