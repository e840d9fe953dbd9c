import { Address, Message, MessageComputer, UserSecretKey } from '@multiversx/sdk-core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeAddress } from '../addresses/address.js'
import { messageHash, multiversxVerifier, verifyMultiversxMessage } from './index.js'

const secret = new UserSecretKey(Buffer.alloc(32, 6))
const address = secret.generatePublicKey().toAddress().toBech32()
const theirs = (message: string | Uint8Array) =>
  new MessageComputer().computeBytesForSigning(new Message({ data: Buffer.from(message) }))
const sign = (message: string | Uint8Array) => Buffer.from(secret.sign(theirs(message))).toString('hex')
const networkId = 'mvx:1' as const

test('[S9.47] what is signed of a message is what the official library signs', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 300 })), (message) => {
      expect(Buffer.from(messageHash(message)).equals(Buffer.from(theirs(message)))).toBe(true)
    }),
  )
})

test('[S3.23] messages that the account signed hold on every network, and others don’t', async () => {
  const message = 'Hellö 👋'
  const signature = sign(message)
  const signed = { networkId, address, message, signature }
  const verifier = multiversxVerifier()
  expect(verifier.family).toBe('mvx')
  expect(await verifier.verify(signed)).toBe(true)
  expect(verifyMultiversxMessage({ ...signed, networkId: 'mvx:D' })).toBe(true)
  expect(verifyMultiversxMessage({ ...signed, message: new TextEncoder().encode(message) })).toBe(true)
  const other = new Address(Buffer.alloc(32, 7)).toBech32()
  const wrong = [
    { networkId: 'elrond:1' },
    { networkId: 'eip155:1' },
    { message: `${message} ` },
    { message: '\ud800', signature: sign('\ufffd') },
    { address: other },
    { address: address.replace('erd', 'erb') },
    { signature: signature.slice(2) },
    { signature: `${signature}00` },
    { signature: Buffer.from(signature, 'hex').toString('base64') },
    { signature: '' },
  ]
  for (const changes of wrong)
    expect([changes, verifyMultiversxMessage({ ...signed, ...changes })]).toEqual([changes, false])
})

test('with any bit changed a signature holds no more', () => {
  const signature = Buffer.from(sign('Hello'), 'hex')
  fc.assert(
    fc.property(fc.nat(63), fc.nat(7), (place, bit) => {
      const changed = Buffer.from(signature)
      changed[place] = (changed[place] ?? 0) ^ (1 << bit)
      const written = changed.toString('hex')
      expect(verifyMultiversxMessage({ networkId, address, message: 'Hello', signature: written })).toBe(false)
    }),
  )
})

test('a key for which one signature holds for every message signs none', () => {
  // The point of nothing, and a signature by it.
  const point = new Uint8Array(32).fill(0, 1)
  point[0] = 1
  const signature = `${Buffer.from(point).toString('hex')}${'00'.repeat(32)}`
  expect(verifyMultiversxMessage({ networkId, address: writeAddress(point), message: 'Hello', signature })).toBe(false)
})
