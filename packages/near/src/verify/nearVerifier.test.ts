import { createTestNearWallet } from '@foyer/testing'
import { base64 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionsOn, createStage, freshKey, one, reachWallet, type Stage } from '../test/stage.js'
import { type NearSignature, nearVerifier, readSignature } from './index.js'
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
  const says = async (domain: string) => {
    const message = `${domain} wants you to sign in with your NEAR account:\n${address}`
    const { signature } = (await actions.signMessage?.({ wallet: reached, message })) ?? expect.fail()
    return verify(signature, { address, message })
  }
  expect(await says('localhost')).toBe(true)
  expect(await says('bank.example')).toBe(false)
})
