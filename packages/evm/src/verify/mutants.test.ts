import {
  checkSiwx,
  layOutSiwxMessage,
  parseSiwxMessage,
  type SiwxField,
  type SiwxMessage,
  SiwxMessageError,
  writeSiwxMessage,
} from '@foyer/core/siwx'
import { devAccounts } from '@foyer/stack'
import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { evmVerifier } from './index.js'

// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 50_000 : 300

const account = privateKeyToAccount(devAccounts[0]?.privateKey ?? '0x')
const now = Date.parse('2026-01-02T03:04:05Z')
const original: SiwxMessage = {
  domain: 'app.example',
  accountAddress: account.address,
  chainId: 'eip155:31337',
  uri: 'https://app.example/login',
  version: '1',
  nonce: 'kEWepMt9knR6lWJ6A1b9mQXz',
  issuedAt: '2026-01-02T03:04:00.000Z',
  statement: 'Hello',
  expirationTime: '2026-01-02T04:04:05.000Z',
  notBefore: '2026-01-02T03:04:00.000Z',
  requestId: 'r7',
  resources: ['https://app.example/a', 'https://app.example/b'],
}
const signed = account.signMessage({ message: writeSiwxMessage(original) })

const verifier = evmVerifier({ ask: async () => `0x${(31337).toString(16).padStart(64, '0')}${'0'.repeat(64)}` })

/**
 * Checks a text and a signature as a server does.
 * @returns the field that it refuses, `signature`, or undefined where it takes it
 */
async function refusalOf({ text, signature }: { readonly text: string; readonly signature: string }) {
  try {
    const message = parseSiwxMessage(text)
    checkSiwx({ message, expected: original, now })
    const { chainId: networkId, accountAddress: address } = message
    return (await verifier.verify({ networkId, address, message: text, signature })) ? undefined : 'signature'
  } catch (error) {
    return error instanceof SiwxMessageError ? error.field : expect.fail(String(error))
  }
}

/** The same, but for the checks: what is left is the signature. */
async function isSignedBy({ text, signature }: { readonly text: string; readonly signature: string }) {
  return verifier.verify({ networkId: 'eip155:31337', address: account.address, message: text, signature })
}

const word = fc.string({
  unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ0123456789'),
  minLength: 1,
})
/** One letter or more changed, added or taken away: well written or not. */
const near = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(text.length), fc.nat(3), word)
    .map(([at, removed, added]) => text.slice(0, at) + added + text.slice(at + removed))
    .filter((changed) => changed !== text)
const time = fc
  .date({ min: new Date('2025-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

const text = ['domain', 'uri', 'version', 'nonce', 'statement', 'requestId'] as const
const times = ['issuedAt', 'expirationTime', 'notBefore'] as const

interface Mutant {
  readonly field: SiwxField
  readonly lines: string
}

const written = (message: SiwxMessage, reference = '31337'): string =>
  layOutSiwxMessage({ ...message, word: 'Ethereum', reference })

const mutants: fc.Arbitrary<Mutant> = fc.oneof(
  ...text.map((field) =>
    near(original[field] ?? '').map((value) => ({ field, lines: written({ ...original, [field]: value }) })),
  ),
  ...times.map((field) =>
    fc
      .oneof(near(original[field] ?? ''), time)
      .filter((value) => value !== original[field])
      .map((value) => ({ field, lines: written({ ...original, [field]: value }) })),
  ),
  near('31337').map((reference) => ({ field: 'chainId' as const, lines: written(original, reference) })),
  // A letter in another case names the same account: those are the same address.
  near(account.address)
    .filter((value) => value.toLowerCase() !== account.address.toLowerCase())
    .map((accountAddress) => ({ field: 'accountAddress' as const, lines: written({ ...original, accountAddress }) })),
  fc
    .array(fc.webUrl(), { maxLength: 3 })
    .map((resources) => ({ field: 'resources' as const, lines: written({ ...original, resources }) })),
)

test('[F6] the message that was signed is taken', async () => {
  expect(await refusalOf({ text: writeSiwxMessage(original), signature: await signed })).toBeUndefined()
})

test('[F6] [X1] of all messages with one field changed none goes with the signature', async () => {
  const signature = await signed
  await fc.assert(
    fc.asyncProperty(mutants, async ({ lines }) => {
      expect(await isSignedBy({ text: lines, signature })).toBe(false)
      expect(await refusalOf({ text: lines, signature })).toBeDefined()
    }),
    { numRuns },
  )
})

test('[F6] [X1] with one field changed and signed again with the right key, each is refused by that field’s own error', async () => {
  await fc.assert(
    fc.asyncProperty(mutants, async ({ field, lines }) => {
      const signature = await account.signMessage({ message: lines })
      expect(await isSignedBy({ text: lines, signature })).toBe(true)
      expect(await refusalOf({ text: lines, signature })).toBe(field)
    }),
    { numRuns },
  )
})
