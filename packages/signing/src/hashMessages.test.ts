import type { DescribedRequest, ShownRequest, WalletNetwork } from '@foyer/core/words'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base58, base64, base64urlnopad } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { describeAlgorand } from './algorand/words.js'
import { levelOf } from './level.js'
import { describeMultiversx } from './multiversx/words.js'
import { describeNear } from './near/words.js'
import { readMessageText } from './readMessageText.js'
import { sayRequestInEnglish, spokenRequest } from './sentences.js'
import { textOf } from './shownText.js'
import { describeSolana } from './solana/words.js'
import { describeTezos } from './tezos/words.js'

// A hash can be chosen to read as a text: one of 2^37 does, with blanks. Programs of every family carry out what a hash is of.

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const peerUrl = 'https://dapp.example'
const bytes = (text: string) => new TextEncoder().encode(text)
const networkOf = (chainId: string): WalletNetwork => ({
  ...{ chainId, name: 'A network', rpcUrl: 'http://node.example', tokens: [] },
  currency: { symbol: 'COIN', decimals: 9 },
})
const judged = (shown: ShownRequest | undefined) => {
  const said = spokenRequest(shown ?? expect.fail('not described'), sayRequestInEnglish)
  return { level: levelOf(said), content: said.content?.text, warnings: said.warnings.join(' ') }
}
const read = (message: Uint8Array | string) => {
  const data = typeof message === 'string' ? bytes(message) : message
  const network = networkOf('eip155:1')
  return judged(readMessageText({ text: textOf(data), data: bytesToHex(data), address, network, peerUrl }))
}
const asHash = { level: 'deliberate', warnings: expect.stringContaining('hash of anything') }
const asText = { level: 'plain', warnings: '' }
const chosen = 'k}3#Qz~0 w;L^aV@tR8&bN!x$Y5*mD%h'
const hash = Uint8Array.from({ length: 32 }, (_, index) => (index * 37 + 200) % 256)

describe('a text of 32 bytes is a hash, and shown as the text that it is', () => {
  test.each([
    ['with a blank', chosen],
    ['without one', chosen.replace(' ', '_')],
    ['of two letters to a byte', 'é'.repeat(16)],
    ['of figures', 'Sign in to this page, code 12345'],
    ['that ends in blanks', `Sign in to this page${' '.repeat(12)}`],
  ])('%s', (_, text) => {
    expect(bytes(text)).toHaveLength(32)
    expect(read(text)).toMatchObject({ ...asHash, content: text })
  })

  test('with letters that can’t be seen', () => {
    const found = '0e6b0b7d50d68d2e2555f390a98e30291c040462005451047879cf865f346077'
    expect(read(Uint8Array.from(Buffer.from(found, 'hex')))).toMatchObject(asHash)
  })
})

test('words of letters alone are a text: of 2^100 hashes one reads so', () => {
  for (const text of ['I agree to the terms of service.', 'Please confirm your new address.', 'a'.repeat(32)]) {
    expect(bytes(text)).toHaveLength(32)
    expect(read(text)).toMatchObject(asText)
  }
  expect(read('I agree to  the terms of service')).toMatchObject(asHash)
  expect(read('I agree to tHe terms of service.')).toMatchObject(asHash)
})

test('as many letters that are more bytes, or fewer bytes, are a text', () => {
  for (const text of [`${chosen}7`, chosen.slice(1), `é${chosen.slice(1)}`]) expect(read(text)).toMatchObject(asText)
})

test('a hash is one however it is written, and whatever made it', () => {
  for (const length of [20, 28, 32, 48, 64]) {
    const digits = bytesToHex(Uint8Array.from({ length }, (_, index) => (index * 37 + 200) % 256))
    for (const text of [digits, `0x${digits}`, digits.toUpperCase(), ` ${digits}\n`])
      expect(read(text)).toMatchObject(asHash)
    // As bytes that are no text.
    expect(read(Uint8Array.from(Buffer.from(digits, 'hex')))).toMatchObject(asHash)
  }
  for (const text of [base58.encode(hash), base64.encode(hash), base64urlnopad.encode(hash)])
    expect(read(text)).toMatchObject(asHash)
  for (const text of ['0x12345678', 'kEWepMt9knR6lWJ6A1b9mQXz', '6f1c1f2e-8d5b-4b0e-9a3c-1d2e3f4a5b6c'])
    expect(read(text)).toMatchObject(asText)
})

describe('in each family', () => {
  const asked = (chainId: string, method: string, params: unknown): DescribedRequest => ({
    ...{ network: networkOf(chainId), method, params, peerUrl, now: 1_800_000_000n },
  })
  const packed = `0501${(32).toString(16).padStart(8, '0')}${bytesToHex(bytes(chosen))}`
  const pubkey = 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy'

  test.each([
    [
      'Solana',
      describeSolana,
      asked('solana:x', 'solana_signMessage', { message: base58.encode(bytes(chosen)), pubkey }),
    ],
    [
      'NEAR',
      describeNear,
      asked('near:mainnet', 'near_signMessage', { accountId: 'me.near', message: chosen, recipient: 'r', nonce: [] }),
    ],
    ['MultiversX', describeMultiversx, asked('mvx:1', 'mvx_signMessage', { address: 'erd1', message: chosen })],
    [
      'Algorand',
      describeAlgorand,
      asked('algorand:x', 'algo_signData', [{ data: base64.encode(bytes(chosen)), signer: 'me' }]),
    ],
    ['Tezos', describeTezos, asked('tezos:x', 'tezos_sign', { account: 'tz1', payload: packed })],
  ])('%s', async (_, describing, request) => {
    expect(judged(await describing(request))).toMatchObject(asHash)
  })

  test.each(['bip122', 'cardano', 'cosmos', 'polkadot'])('%s', (family) => {
    const network = networkOf(`${family}:x`)
    expect(judged(readMessageText({ text: chosen, data: '', address, network, peerUrl }))).toMatchObject(asHash)
  })
})
