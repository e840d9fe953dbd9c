import { defineNetwork, explorerUrl } from '@foyer/core/networks'
import { writeSiwxMessage } from '@foyer/core/siwx'
import { createTestHost } from '@foyer/testing'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Transaction } from '@mysten/sui/transactions'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createBackend } from '../server'
import { sui, suiLocal, suiTestnet } from '../src/sui'
import { parseAddress } from '../src/sui/address'
import { verifySuiMessage } from '../src/sui/suiVerifier'
import { isAgreed, transferJson } from '../src/sui/transfer'

const from = Ed25519Keypair.generate().toSuiAddress()
const to = Ed25519Keypair.generate().toSuiAddress()
afterEach(() => void vi.unstubAllGlobals())

/** The transfer as the official library reads and writes it. */
async function written(json: string): Promise<Uint8Array> {
  const transaction = Transaction.from(json)
  transaction.setGasPrice(1000n)
  transaction.setGasPayment([{ objectId: from, version: '1', digest: '1'.repeat(32) }])
  return transaction.build()
}

test.each([1n, 10n ** 9n, 2n ** 64n - 1n])(
  'a transfer of %d MIST is what the official library writes',
  async (amount) => {
    const transfer = { from, to, amount, budget: 4_000_000n }
    const signed = await written(transferJson(transfer))
    expect(isAgreed(transfer, signed)).toBe(true)
    expect(Transaction.from(signed).getData().gasData.budget).toBe('4000000')
    for (const other of [{ amount: amount - 1n }, { to: from }, { from: to }])
      expect(isAgreed({ ...transfer, ...other }, signed)).toBe(false)
    expect(isAgreed(transfer, signed.subarray(0, 40))).toBe(false)
  },
)

test.each([
  ['0x2', `0x${'2'.padStart(64, '0')}`],
  ['0xAB', `0x${'ab'.padStart(64, '0')}`],
  ['2', undefined],
  ['0x', undefined],
  [`0x${'1'.repeat(65)}`, undefined],
  ['0xg', undefined],
])('the address %s is %s', (text, address) => expect(parseAddress(text)).toBe(address))

test('a signature is one of its own bytes, message and account alone', async () => {
  const key = Ed25519Keypair.generate()
  const address = key.toSuiAddress()
  const message = 'ä'.repeat(100) // its length takes two bytes
  const { signature } = await key.signPersonalMessage(new TextEncoder().encode(message))
  expect(verifySuiMessage({ address, message, signature })).toBe(true)
  expect(verifySuiMessage({ address: to, message, signature })).toBe(false)
  const bytes = Buffer.from(signature, 'base64')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(verifySuiMessage({ address, message, signature: changed.toString('base64') })).toBe(false)
  }
  for (const broken of ['', 'no base64!', 'A'.repeat(10_000)])
    expect(verifySuiMessage({ address, message, signature: broken })).toBe(false)
})

test('an explorer’s pages are where it has them', () => {
  const network = defineNetwork(suiTestnet)
  expect(explorerUrl({ network, page: { address: '0x2' } })).toBe('https://suiscan.xyz/testnet/account/0x2')
  expect(explorerUrl({ network, page: { hash: 'Abc' } })).toBe('https://suiscan.xyz/testnet/tx/Abc')
})

describe('wallets that register themselves', () => {
  const wallet = {
    name: 'Larch',
    chains: ['sui:mainnet'],
    features: { 'standard:connect': { connect: async () => ({}) } },
  }
  const look = () => {
    const window = new EventTarget()
    vi.stubGlobal('window', window)
    const [found, errors]: [string[], unknown[]] = [[], []]
    const host = createTestHost({
      networks: [defineNetwork(suiLocal('http://127.0.0.1:1'))],
      report: (error) => errors.push(error),
    })
    const stop = sui().discover?.({ host, register: ({ id }) => found.push(id) })
    const register = (...wallets: readonly unknown[]) =>
      window.dispatchEvent(
        new CustomEvent('wallet-standard:register-wallet', {
          detail: (api: { register(...all: readonly unknown[]): void }) => api.register(...wallets),
        }),
      )
    return { found, errors, stop, register }
  }

  test('are found late, others’ aren’t, and those that lie are reported', () => {
    const { found, errors, register, stop } = look()
    register(
      { ...wallet, chains: ['solana:mainnet'] },
      { ...wallet, name: '' },
      { ...wallet, features: {} },
      null,
      wallet,
    )
    expect(found).toEqual(['sui:Larch'])
    expect(errors).toMatchObject([
      { code: 'invalid_sui_wallet', facts: { field: 'name' } },
      { facts: { field: 'features' } },
    ])
    stop?.()
    register({ ...wallet, name: 'Late' })
    expect(found).toHaveLength(1)
  })
})

describe('the backend', () => {
  const origin = 'http://localhost:3000'
  const backend = createBackend({ origin })
  const post = (body: unknown, headers = { origin }) =>
    backend(new Request(`${origin}/siwx/verify`, { method: 'POST', headers, body: JSON.stringify(body) }))

  test('signs a visitor in by a nonce once, and another network’s, another page’s or another key’s never', async () => {
    const key = Ed25519Keypair.generate()
    const signed = async (changes: Readonly<Record<string, string>> = {}) => {
      const { nonce } = await (await backend(new Request(`${origin}/siwx/nonce`))).json()
      const fields = {
        domain: 'localhost:3000',
        uri: `${origin}/`,
        version: '1',
        nonce,
        issuedAt: new Date().toISOString(),
      }
      const message = writeSiwxMessage({
        ...fields,
        chainId: 'other:sui-testnet',
        accountAddress: key.toSuiAddress(),
        ...changes,
      })
      return { message, ...(await key.signPersonalMessage(new TextEncoder().encode(message))) }
    }
    const session = await signed()
    expect(session.message.split('\n')[0]).toBe('localhost:3000 wants you to sign in with your blockchain account:')
    expect((await post(session, { origin: 'https://evil.example' })).status).toBe(403)
    const answer = await post(session)
    expect(await answer.json()).toEqual({ accountId: `other:sui-testnet:${key.toSuiAddress()}` })
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const who = await backend(new Request(`${origin}/siwx/session`, { headers: { cookie } }))
    expect(await who.json()).toEqual({ accountId: `other:sui-testnet:${key.toSuiAddress()}` })
    expect((await post(session)).status).toBe(401)
    expect((await post(await signed({ chainId: 'other:moon' }))).status).toBe(401)
    expect((await post(await signed({ domain: 'evil.example', uri: 'https://evil.example/' }))).status).toBe(401)
    expect((await post(await signed({ accountAddress: from }))).status).toBe(401)
  })
})
