import { createTestHost } from '@foyer/testing'
import { expect, test } from 'vitest'
import { bitcoin } from '../bitcoin.js'
import { isSignedByBip322, isSignedByEcdsa } from '../test/independent.js'
import { networkAt, reachWallet, startLedger } from '../test/ledger.js'
import { protocolFor } from './sign.js'

async function signed(
  options: Parameters<typeof reachWallet>[0] extends infer P ? Omit<P & object, 'ledger'> : never,
  type = 'payment',
) {
  const network = networkAt({ url: 'http://127.0.0.1:1' })
  const ledger = { network, bitcoin: await startLedger().then(({ bitcoin }) => bitcoin) }
  try {
    const { reached } = await reachWallet({ sats: 0, ...options, ledger })
    const account = reached.accounts.find((each) => each.type === type) ?? reached.account
    const { signMessage } = await bitcoin().actions(createTestHost())
    const sign = async (message: string | Uint8Array) => signMessage?.({ wallet: { ...reached, account }, message })
    return { account, sign }
  } finally {
    await ledger.bitcoin.stop()
  }
}

const message = 'Hellö 👋'

test.each(['sats-connect', 'leather', 'phantom', 'wallet-standard'] as const)(
  'an address for ordinals signs by BIP-322, in the dialect %s',
  async (dialect) => {
    // Leather and Wallet Standard name no purpose: Taproot is the one for ordinals.
    const { account, sign } = await signed({ dialect }, 'ordinal')
    const { signature = '' } = (await sign(message)) ?? {}
    expect(account.address.startsWith('bcrt1p')).toBe(true)
    expect(isSignedByBip322({ address: account.address, message, signature })).toBe(true)
    expect(isSignedByBip322({ address: account.address, message: 'other', signature })).toBe(false)
  },
)

test('an address without a witness of its own signs by ECDSA', async () => {
  const { account, sign } = await signed({ paymentType: 'p2pkh', dialect: 'unisat' })
  const { signature = '', publicKey } = (await sign(message)) ?? {}
  expect(publicKey).toMatch(/^0[23][0-9a-f]{64}$/)
  // The same key, as the independent library knows main networks alone.
  expect(isSignedByEcdsa({ address: account.address, message, signature })).toBe(true)
  expect(protocolFor('3P14159f73E4gFr7JterCCQh9QjiTjiZrG')).toBe('ecdsa')
})

test('bytes that are text are signed as it, others reach no wallet', async () => {
  const { account, sign } = await signed({})
  const { signature = '' } = (await sign(new TextEncoder().encode(message))) ?? {}
  expect(isSignedByBip322({ address: account.address, message, signature })).toBe(true)
  await expect(sign(Uint8Array.of(0xff, 0xfe))).rejects.toMatchObject({ code: 'invalid_message' })
})
