import {
  listSponsoredCall,
  NotSponsored,
  quotePaymasterCall,
  quoteSponsoredCall,
  readPaymasterCall,
  readSponsoredCall,
  sendPaymasterCall,
  sendSponsoredCall,
} from '@foyer/login/sponsorCalls'
import type { SponsorQuote } from '@foyer/signing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { site } from '../test/testFrame.js'
import { enter, hold, lost, refusing, testLogin, until } from '../test/testLogin.js'
import { createSponsoring } from './createSponsoring.js'

let warned: unknown[] = []
beforeEach(() => {
  warned = []
  vi.spyOn(console, 'warn').mockImplementation((error) => void warned.push(error))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const account = `0x${'a1'.repeat(20)}`
const calls = { chainId: 'eip155:1', account, callData: '0x12345678' }
const asked = { projectId: 'shop', site, chainId: 'eip155:1', sender: account, callData: '0x12345678' }
const operation = `0x${'0e'.repeat(32)}`
const transactionHash = `0x${'7a'.repeat(32)}`

/** A page whose visitor is logged in, and what it asks its operator. */
async function stand({ isLoggedIn = true } = {}) {
  const device = await testLogin()
  if (isLoggedIn) await enter(device)
  const { servers, session } = device.parameters
  return { ...device, sponsoring: createSponsoring({ servers, session, projectId: 'shop', site }) }
}

const quoted = {
  ...{ sponsored: true, nonce: `${2n ** 64n}`, verificationGasLimit: 120_000, callGasLimit: 300_000 },
  ...{ authorizationNonce: 7, validUntil: 1_800_000_000 },
}
const quote: SponsorQuote = {
  ...{ nonce: 2n ** 64n, verificationGasLimit: 120_000n, callGasLimit: 300_000n },
  ...{ authorizationNonce: 7n, validUntil: 1_800_000_000 },
}
const bytes = (each: number, last: number) =>
  new Uint8Array(65)
    .fill(each, 0, 32)
    .fill(each + 1, 32, 64)
    .fill(last, 64)
const signed = { ...calls, operation, quote, signature: bytes(1, 27), authorization: bytes(3, 28) }

describe('the networks on which the operator pays', () => {
  test('are those of the project, asked for the site', async () => {
    const { sponsoring, scripted, askedOf } = await stand()
    scripted.more.set(listSponsoredCall.path, () => ({ networks: ['eip155:1', 'eip155:8453'] }))
    expect(await sponsoring.networks()).toEqual(['eip155:1', 'eip155:8453'])
    expect([askedOf(listSponsoredCall.path), warned]).toEqual([[{ projectId: 'shop', site }], []])
  })

  test('are none where the server pays for nothing, which is no fault, and none where it can’t be found out, which is one', async () => {
    const { sponsoring, instead } = await stand()
    expect([await sponsoring.networks(), warned]).toEqual([[], []])
    instead.set(listSponsoredCall.path, lost)
    expect([await sponsoring.networks(), warned]).toMatchObject([[], [{ sentence: 'error.unreachable' }]])
    instead.set(listSponsoredCall.path, refusing('unlisted'))
    expect(await sponsoring.networks()).toEqual([])
    expect(warned).toHaveLength(2)
  })

  test('are waited for two seconds, and none from then on', async () => {
    const device = await stand()
    device.scripted.more.set(listSponsoredCall.path, () => ({ networks: ['eip155:1'] }))
    const list = hold(device, listSponsoredCall.path)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const inTime = device.sponsoring.networks()
    await until(() => list.count() === 1)
    await vi.advanceTimersByTimeAsync(1_999)
    list.letGo()
    expect(await inTime).toEqual(['eip155:1'])
    const late = device.sponsoring.networks()
    await until(() => list.count() === 2)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await late).toEqual([])
  })
})

describe('a quote', () => {
  test('[F10] says with what the calls are to be signed, and with a token of the application’s where it has one', async () => {
    const { sponsoring, scripted, askedOf } = await stand()
    scripted.more.set(quoteSponsoredCall.path, () => quoted)
    expect(await sponsoring.quote(calls)).toEqual(quote)
    scripted.more.set(quoteSponsoredCall.path, () => ({ ...quoted, authorizationNonce: null }))
    expect(await sponsoring.quote({ ...calls, token: 'of the backend' })).toEqual({
      ...quote,
      authorizationNonce: null,
    })
    expect(askedOf(quoteSponsoredCall.path)).toEqual([asked, { ...asked, token: 'of the backend' }])
  })

  const because: Record<NotSponsored, 'absent' | 'stale' | 'unpaid'> = {
    ...{ project: 'absent', network: 'absent', account: 'absent' },
    ...{ operation: 'stale', authorization: 'stale', late: 'stale' },
    ...{ calls: 'unpaid', gas: 'unpaid', fee: 'unpaid', token: 'unpaid' },
    ...{ simulation: 'unpaid', budget: 'unpaid', unfunded: 'unpaid', bundler: 'unpaid' },
    ...{ paymaster_address: 'unpaid', paymaster_away: 'unpaid', paymaster_answer: 'unpaid' },
    ...{ paymaster_other: 'unpaid', paymaster_changed: 'unpaid', paymaster_refused: 'unpaid' },
  }
  test.each(Object.entries(because))(
    'that is refused for the %s, before or after it was signed, is %s',
    async (why, is) => {
      const { sponsoring, scripted, instead } = await stand()
      scripted.more.set(quoteSponsoredCall.path, () => ({ sponsored: false, because: why }))
      expect(await sponsoring.quote(calls)).toBe(is)
      instead.set(sendSponsoredCall.path, refusing('not_sponsored', 409, why))
      expect(await sponsoring.send(signed)).toBe(is)
      expect(NotSponsored.options).toContain(why)
    },
  )

  test('is absent for who has no session here, and where the server pays for nothing: neither is a fault', async () => {
    const nobody = await stand({ isLoggedIn: false })
    expect(await nobody.sponsoring.quote(calls)).toBe('absent')
    expect(nobody.askedOf(quoteSponsoredCall.path)).toEqual([])
    const { sponsoring } = await stand()
    expect([await sponsoring.quote(calls), warned]).toEqual(['absent', []])
  })

  test.each([
    ['can’t be reached', lost],
    ['refuses otherwise', refusing('too_many_requests', 429)],
  ])('of a server that %s is unpaid, and reported', async (_, answer) => {
    const { sponsoring, instead } = await stand()
    instead.set(quoteSponsoredCall.path, answer)
    expect(await sponsoring.quote(calls)).toBe('unpaid')
    expect(warned).toHaveLength(1)
  })

  test('is waited for ten seconds, and unpaid from then on', async () => {
    const device = await stand()
    device.scripted.more.set(quoteSponsoredCall.path, () => quoted)
    const held = hold(device, quoteSponsoredCall.path)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const inTime = device.sponsoring.quote(calls)
    await until(() => held.count() === 1)
    await vi.advanceTimersByTimeAsync(9_999)
    held.letGo()
    expect(await inTime).toEqual(quote)
    const late = device.sponsoring.quote(calls)
    await until(() => held.count() === 2)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await late).toBe('unpaid')
  })
})

describe('what is signed', () => {
  const sentAs = {
    ...{ ...asked, nonce: `${2n ** 64n}`, signature: `0x${'01'.repeat(32)}${'02'.repeat(32)}1b` },
    ...{ verificationGasLimit: 120_000, callGasLimit: 300_000, validUntil: 1_800_000_000 },
  }
  const authorization = { nonce: 7, r: `0x${'03'.repeat(32)}`, s: `0x${'04'.repeat(32)}`, yParity: 1 }

  test('is sent as it was quoted, with the account’s switch where that was quoted and signed', async () => {
    const { sponsoring, scripted, askedOf } = await stand()
    scripted.more.set(sendSponsoredCall.path, () => ({ operation }))
    expect(await sponsoring.send(signed)).toBe('sent')
    await sponsoring.send({ ...signed, authorization: bytes(3, 27), token: 'of the backend' })
    await sponsoring.send({ ...signed, authorization: undefined })
    await sponsoring.send({ ...signed, quote: { ...quote, authorizationNonce: null } })
    expect(askedOf(sendSponsoredCall.path)).toEqual([
      { ...sentAs, authorization },
      { ...sentAs, token: 'of the backend', authorization: { ...authorization, yParity: 0 } },
      sentAs,
      sentAs,
    ])
  })

  test('and got lost on its way is sent once more, the same; lost again, nobody knows whether it was sent', async () => {
    const { sponsoring, scripted, instead, askedOf } = await stand()
    scripted.more.set(sendSponsoredCall.path, () => ({ operation }))
    instead.set(sendSponsoredCall.path, (next) => {
      instead.clear()
      return next().then(lost)
    })
    expect(await sponsoring.send(signed)).toBe('sent')
    const [first, second, ...more] = askedOf(sendSponsoredCall.path)
    expect([second, more]).toEqual([first, []])
    instead.set(sendSponsoredCall.path, lost)
    await expect(sponsoring.send(signed)).rejects.toMatchObject({ sentence: 'error.unreachable' })
    expect(askedOf(sendSponsoredCall.path)).toHaveLength(4)
  })

  test('and refused for a reason that this page doesn’t know is unpaid; refused otherwise it fails, and isn’t sent again', async () => {
    const { sponsoring, instead, askedOf } = await stand()
    instead.set(sendSponsoredCall.path, refusing('not_sponsored', 409, 'moon'))
    expect(await sponsoring.send(signed)).toBe('unpaid')
    instead.set(sendSponsoredCall.path, refusing('too_many_requests', 429, 'budget'))
    await expect(sponsoring.send(signed)).rejects.toMatchObject({ refusal: 'too_many_requests' })
    expect(askedOf(sendSponsoredCall.path)).toHaveLength(2)
  })
})

describe('what was sent', () => {
  test.each([
    ['waiting', null, null, { is: 'pending' }],
    ['sent', null, null, { is: 'pending' }],
    ['sent', transactionHash, null, { is: 'pending' }],
    ['sent', null, true, { is: 'pending' }],
    ['included', transactionHash, true, { is: 'mined', transaction: transactionHash, succeeded: true }],
    ['final', transactionHash, false, { is: 'mined', transaction: transactionHash, succeeded: false }],
    ['dropped', null, null, { is: 'dropped' }],
    ['dropped', transactionHash, true, { is: 'dropped' }],
  ])('and is %s with transaction %s and success %s is %j', async (status, transaction, succeeded, is) => {
    const { sponsoring, scripted, askedOf } = await stand()
    scripted.more.set(readSponsoredCall.path, () => ({ status, transactionHash: transaction, succeeded }))
    expect(await sponsoring.read(operation, 'eip155:1')).toEqual(is)
    expect(askedOf(readSponsoredCall.path)).toEqual([{ operation }])
  })

  test('is unknown where the server knows nothing of it, and isn’t called so where it can’t be found out', async () => {
    const { sponsoring, instead } = await stand()
    instead.set(readSponsoredCall.path, refusing('operation_unknown', 404))
    expect(await sponsoring.read(operation, 'eip155:1')).toEqual({ is: 'unknown' })
    instead.set(readSponsoredCall.path, refusing('not_found', 404))
    await expect(sponsoring.read(operation, 'eip155:1')).rejects.toMatchObject({ refusal: 'not_found' })
    instead.set(readSponsoredCall.path, lost)
    await expect(sponsoring.read(operation, 'eip155:1')).rejects.toMatchObject({ sentence: 'error.unreachable' })
  })
})

test('two minutes after its time an operation is final or none', async () => {
  expect((await stand({ isLoggedIn: false })).sponsoring.underwayMs).toBe(120_000)
})

describe('a paymaster that the dapp names', () => {
  const paymaster = { url: 'https://pays.example/rpc', context: '{"policy":"welcome"}' }
  const fees = {
    ...{ preVerificationGas: 80_000, maxFeePerGas: '3000000000', maxPriorityFeePerGas: '1000000000' },
    paymasterAndData: `0x${'bb'.repeat(60)}`,
  }
  const paid = {
    fees: {
      ...{ preVerificationGas: 80_000n, maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
      paymasterAndData: fees.paymasterAndData,
    },
    by: 'pays.example',
  }
  const ofPaymaster = { ...quoted, fees, by: 'pays.example' }

  test('[F10] is asked by the operator’s server where that doesn’t pay itself, and what it pays is sent back as it was signed', async () => {
    const { sponsoring, scripted, askedOf } = await stand()
    scripted.more.set(quoteSponsoredCall.path, () => ({ sponsored: false, because: 'project' }))
    scripted.more.set(quotePaymasterCall.path, () => ofPaymaster)
    expect(await sponsoring.quote({ ...calls, paymaster })).toEqual({ ...quote, paid })
    expect(askedOf(quotePaymasterCall.path)).toEqual([{ ...asked, ...paymaster }])
    scripted.more.set(sendPaymasterCall.path, () => ({ operation }))
    expect(await sponsoring.send({ ...signed, quote: { ...quote, paid } })).toBe('sent')
    expect(askedOf(sendPaymasterCall.path)).toMatchObject([{ nonce: `${2n ** 64n}`, validUntil: 1_800_000_000, fees }])
    expect(askedOf(sendSponsoredCall.path)).toEqual([])
  })

  test('isn’t asked where the operator pays, or doesn’t pay for this', async () => {
    const { sponsoring, scripted, askedOf } = await stand()
    scripted.more.set(quotePaymasterCall.path, () => ofPaymaster)
    scripted.more.set(quoteSponsoredCall.path, () => quoted)
    expect(await sponsoring.quote({ ...calls, paymaster })).toEqual(quote)
    scripted.more.set(quoteSponsoredCall.path, () => ({ sponsored: false, because: 'budget' }))
    expect(await sponsoring.quote({ ...calls, paymaster })).toBe('unpaid')
    expect(askedOf(quotePaymasterCall.path)).toEqual([])
  })

  test('that doesn’t pay is unpaid; a server that asks none pays nothing', async () => {
    const { sponsoring, scripted } = await stand()
    expect(await sponsoring.quote({ ...calls, paymaster })).toBe('absent')
    scripted.more.set(quotePaymasterCall.path, () => ({ sponsored: false, because: 'paymaster_away' }))
    expect(await sponsoring.quote({ ...calls, paymaster })).toBe('unpaid')
  })

  test('that is the zero address, by which the account itself would pay, is unpaid, whatever the server says', async () => {
    const { sponsoring, scripted } = await stand()
    scripted.more.set(quoteSponsoredCall.path, () => ({ sponsored: false, because: 'project' }))
    const nobody = `0x${'00'.repeat(20)}${'bb'.repeat(40)}`
    scripted.more.set(quotePaymasterCall.path, () => ({ ...ofPaymaster, fees: { ...fees, paymasterAndData: nobody } }))
    expect(await sponsoring.quote({ ...calls, paymaster })).toBe('unpaid')
  })

  test('has its operations read where they are carried out', async () => {
    const { sponsoring, scripted, instead, askedOf } = await stand()
    instead.set(readSponsoredCall.path, refusing('operation_unknown', 404))
    const said = { status: 'included', transactionHash, succeeded: true }
    scripted.more.set(readPaymasterCall.path, () => said)
    const mined = { is: 'mined', transaction: transactionHash, succeeded: true }
    expect(await sponsoring.read(operation, 'eip155:1')).toEqual(mined)
    expect(askedOf(readPaymasterCall.path)).toEqual([{ operation, chainId: 'eip155:1' }])
    scripted.more.set(readPaymasterCall.path, () => ({ status: 'unknown', transactionHash: null, succeeded: null }))
    expect(await sponsoring.read(operation, 'eip155:1')).toEqual({ is: 'unknown' })
  })
})
