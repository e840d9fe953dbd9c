import type { FamilyWallet, Network } from '@foyer/core'
import { type Hex, hexToBytes } from '@foyer/core/chain'
import { RequestTimeoutError } from '@foyer/core/errors'
import { mainnet } from '@foyer/core/networks'
import { createTestClock } from '@foyer/testing'
import { parseSignature, recoverMessageAddress, serializeCompactSignature, signatureToCompactSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { asKeySignature, keyForm } from './keySignatureForm.js'
import { personalSign } from './sign.js'

const key = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const messages = ['a', 'b', 'c', 'd', 'e', 'f'] as const

/** A wallet's ways to write the same signature. */
const forms: Readonly<Record<string, (signature: Hex) => Hex>> = {
  '0 or 1': (signature) => ended(signature, (hexToBytes(signature)[64] ?? 0) - 27),
  'the number of EIP-155': (signature) => ended(signature, (hexToBytes(signature)[64] ?? 0) - 27 + 37),
  '64 bytes': (signature) => serializeCompactSignature(signatureToCompactSignature(parseSignature(signature))),
}
const ended = (signature: Hex, v: number): Hex => `0x${signature.slice(2, 130)}${v.toString(16).padStart(2, '0')}`

const nodeSaying =
  (code: unknown) =>
  (_: Network): (() => Promise<unknown>) =>
  async () => {
    if (code instanceof Error) throw code
    return code
  }

const account = { namespace: 'eip155', address: key.address, type: 'eoa' } as const

/** Signs with a wallet that writes signatures so, beside a node that says so of the account's code. */
async function signed(message: string, written: (signature: Hex) => Hex, code: unknown = '0x') {
  const whole = await key.signMessage({ message })
  const provider = { request: async () => written(whole), on: () => {}, removeListener: () => {} }
  const wallet: FamilyWallet<'eip155'> = {
    ...{ provider, account, accounts: [account], networkId: 'eip155:1', network: mainnet },
  }
  const { signature } = await personalSign({ wallet, message, clock: createTestClock() })
  return { whole, signature: await asKeySignature({ signature, wallet, readerOf: nodeSaying(code) }) }
}

test.each(Object.keys(forms))('a key’s signature that is written with %s ends in 27 or 28', async (form) => {
  const written = forms[form] ?? ((signature: Hex) => signature)
  for (const message of messages) {
    const { whole, signature } = await signed(message, written)
    expect(signature).toBe(whole)
    expect(await recoverMessageAddress({ message, signature })).toBe(key.address)
  }
})

test.each(['0x6000', `0xef0100${'22'.repeat(20)}`, '<html>', new RequestTimeoutError()])(
  'of an account with code, and where the chain doesn’t say, it stays as the wallet wrote it (%#)',
  async (code) => {
    const written = forms['0 or 1'] ?? ((signature: Hex) => signature)
    const { whole, signature } = await signed('a', written, code)
    expect(signature).toBe(written(whole))
  },
)

test('what ends in 27 or 28, a Safe’s eth_sign, and what has more bytes is left alone', () => {
  for (const v of [27, 28, 31, 32]) expect(keyForm(ended(`0x${'12'.repeat(65)}`, v))).toBeUndefined()
  expect(keyForm(`0x${'12'.repeat(130)}`)).toBeUndefined()
  expect(keyForm('0x')).toBeUndefined()
})
