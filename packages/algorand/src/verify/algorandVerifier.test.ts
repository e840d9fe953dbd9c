import { mnemonicFromSeed, mnemonicToSecretKey, signBytes } from 'algosdk'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { writeAddress } from '../addresses/address.js'
import { algorandMainnet } from '../networks.js'
import { algorandVerifier, verifyAlgorandMessage } from './index.js'

afterEach(() => void vi.restoreAllMocks())

const { sk, addr } = mnemonicToSecretKey(mnemonicFromSeed(new Uint8Array(32).fill(5)))
const address = `${addr}`
const message = 'Hellö <👋>'
const networkId = algorandMainnet.caipNetworkId
const signed = (text = message) => Buffer.from(signBytes(new TextEncoder().encode(text), sk)).toString('base64')
const verify = ({ signer, ...of }: { signer?: string } & Partial<Parameters<typeof verifyAlgorandMessage>[0]> = {}) =>
  verifyAlgorandMessage({
    ...{ networkId, address, message, signature: signed() },
    ask: async () => ({ signer }),
    ...of,
  })

test('a signature by the official library holds for its text and its account alone', async () => {
  expect(await verify()).toBe(true)
  expect(await verify({ message: new TextEncoder().encode(message) })).toBe(true)
  expect(await verify({ message: 'Hello' })).toBe(false)
  expect(await verify({ message: '\ud800', signature: signed('\ufffd') })).toBe(false)
  expect(await verify({ address: writeAddress(new Uint8Array(32).fill(1)) })).toBe(false)
  expect(await verify({ networkId: 'cosmos:cosmoshub-4' })).toBe(false)
})

test('a rekeyed account is signed for by the other’s key, and no more by its own', async () => {
  const other = writeAddress(new Uint8Array(32).fill(1))
  expect(await verify({ address: other, signer: address })).toBe(true)
  expect(await verify({ signer: other })).toBe(false)
  expect(await verify({ signer: 'none' })).toBe(false)
})

test('with any byte changed it is none', async () => {
  const bytes = Buffer.from(signed(), 'base64')
  await fc.assert(
    fc.asyncProperty(fc.nat(63), fc.integer({ min: 1, max: 255 }), async (place, by) => {
      const other = Buffer.from(bytes)
      other[place] = (other[place] ?? 0) ^ by
      expect(await verify({ signature: other.toString('base64') })).toBe(false)
    }),
    { numRuns: 24 },
  )
})

test.each(['', 'x', 'A'.repeat(88), `${'A'.repeat(86)}==`, `${'A'.repeat(87)}=`])(
  '%s is no signature',
  async (signature) => {
    expect(await verify({ signature })).toBe(false)
    // The key of nothing would hold for every message.
    expect(await verify({ signature, address: writeAddress(new Uint8Array(32)) })).toBe(false)
  },
)

test('a node is asked by its path, and what it can’t answer is neither yes nor no', async () => {
  const asked = vi.spyOn(globalThis, 'fetch')
  const verifier = algorandVerifier({ nodeUrl: 'https://node.example/' })
  const request = { networkId, address, message, signature: signed() }
  asked.mockResolvedValueOnce(new Response('{"amount":0,"min-balance":100000}'))
  expect(await verifier.verify(request)).toBe(true)
  expect(`${asked.mock.calls[0]?.[0]}`).toBe(`https://node.example/v2/accounts/${address}?exclude=all`)
  for (const answer of [
    new Response('', { status: 500 }),
    new Response('<html>'),
    new Response(`"${'x'.repeat(70_000)}"`),
  ]) {
    asked.mockResolvedValueOnce(answer)
    await expect(verifier.verify(request)).rejects.toMatchObject({ code: 'invalid_response' })
  }
  asked.mockRejectedValueOnce(new TypeError('away'))
  await expect(verifier.verify(request)).rejects.toMatchObject({ code: 'server_unreachable' })
  await expect(algorandVerifier({ nodeUrlOf: () => undefined }).verify(request)).rejects.toMatchObject({
    code: 'no_rpc_url',
  })
})
