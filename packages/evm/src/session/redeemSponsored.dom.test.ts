import { createFoyer } from '@foyer/core'
import { readPermission } from '@foyer/core/permissions'
import { redeemCall } from '@foyer/core/wire'
import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import * as v from 'valibot'
import { type Hex, recoverTypedDataAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { enforcer, type Grantor, grantorOn, manager } from '../actions/test/grants.js'
import { evm } from '../index.js'
import { consentTypedData, redeemedIn, redeemingCallData, withDeadline } from '../redeeming.js'
import { redeem } from './redeem.js'
import { redeemSponsored } from './redeemSponsored.js'

const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const call = { to, data: '0x12345678' } as const
const pci = '2f6a1c1e-6d0b-4a58-8f0a-0c2f3a6f8a11'
const server = 'https://server.example'
const bounds = [
  [enforcer.allowedTargets, to],
  [enforcer.allowedMethods, '0x12345678'],
] as const

let chain: StartedChain
let of: Grantor
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  await deployDelegation({ url: chain.url })
  of = await grantorOn(chain)
})
afterAll(() => chain.stop())

/** The answers of the operator's server, by the call's path; the chain's node answers by itself. */
let says: Readonly<Record<'quote' | 'send' | 'read', () => Response | Promise<Response>>>
let sent: unknown[]
const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const refusal = (name: string) => answer({ status: 'FAIL', reasons: [{ name, description: 'No.' }] }, 409)
const quoted = { sponsored: true, nonce: '3', verificationGasLimit: 120_000, callGasLimit: 300_000, validUntil: 77 }
const operation: Hex = `0x${'ab'.repeat(32)}`
const included = { status: 'included', transactionHash: `0x${'cd'.repeat(32)}`, succeeded: true }

beforeEach(() => {
  sent = []
  says = {
    quote: () => answer({ ...quoted, authorizationNonce: null }),
    send: () => answer({ operation }),
    read: () => answer(included),
  }
  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { origin, pathname } = new URL(input instanceof Request ? input.url : String(input))
    if (origin !== server) return real(input, init)
    // The server passes on what is asked of the chain.
    if (!pathname.startsWith('/v1/sessions/')) return real(chain.url, init)
    if (pathname.endsWith('/redeem/quote')) return says.quote()
    if (!pathname.endsWith('/redeem')) return says.read()
    sent.push(JSON.parse(String(init?.body)))
    return says.send()
  })
})
afterEach(() => void vi.unstubAllGlobals())

async function acting(parts: { readonly pci?: string | undefined; readonly api?: string | undefined } = { pci }) {
  const { privateKey, account } = of
  const { context } = await of.grant(bounds)
  const { id, name, nativeCurrency, url } = chain
  const networks = [{ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } }] as const
  const foyer = createFoyer({ projectId: 'project', api: server, networks, adapters: [evm()] })
  const networkId = `eip155:${id}` as const
  const granted = { context, delegationManager: manager, expiresAt: 4_000_000_000, pci: parts.pci } as const
  const read = () => readPermission(foyer, { networkId, context })
  const redeeming = { foyer, networkId, account, privateKey, granted, read }
  return { context, redeeming, act: () => redeemSponsored(redeeming, call) }
}

test('what the key signs is the operation, and that this project is to pay for it in this session until the server’s own time', async () => {
  const { act, context } = await acting()
  says = { ...says, quote: () => answer({ ...quoted, authorizationNonce: 5 }) }
  expect(await act()).toBe(included.transactionHash)
  const body = v.parse(redeemCall.body, sent[0])
  expect([body.pci, body.call]).toEqual([pci, { to, value: '0', data: '0x12345678' }])
  const { validUntil, consent, authorization } = body
  // By the server's clock, whatever the page's says.
  expect([validUntil, authorization?.nonce]).toEqual([77, 5])
  const { operationHashOf } = await import('@foyer/signing/sponsored')
  const callData = redeemingCallData(context, { ...call, value: 0n })
  const limits = { verificationGasLimit: 120_000n, callGasLimit: 300_000n }
  const hash = operationHashOf({
    chainId: 31337n,
    account: of.key,
    nonce: 3n,
    ...limits,
    callData: withDeadline(callData, 77) ?? callData,
    authorization: null,
  })
  const said = { chainId: 31337, operation: hash, projectId: 'project', session: pci, validUntil }
  const signature: Hex = `0x${consent.slice(2)}`
  expect(await recoverTypedDataAddress({ ...consentTypedData(said), signature })).toBe(of.key)
  expect(redeemedIn(callData)).toEqual({ to: to.toLowerCase(), value: 0n, data: '0x12345678' })
})

test.each(['project', 'network', 'session', 'account', 'calls', 'gas', 'simulation'])(
  'where it isn’t paid for (%s), nothing is sent there, and the key pays by itself',
  async (because) => {
    says = { ...says, quote: () => answer({ sponsored: false, because }) }
    const { act, redeeming } = await acting()
    expect(await act()).toBeUndefined()
    expect(sent).toEqual([])
    expect(await redeem(redeeming, call)).toMatch(/^0x[0-9a-f]{64}$/)
  },
)

test('without a server, without its list, and where it has no such call, the key pays by itself', async () => {
  expect(await (await acting({ pci: undefined })).act()).toBeUndefined()
  says = { ...says, quote: () => answer({}, 404) }
  expect(await (await acting()).act()).toBeUndefined()
})

test.each(['budget', 'fee', 'unfunded'])(
  'where the project pays, and not now (%s), that is a typed error, and nothing is sent',
  async (because) => {
    says = { ...says, quote: () => answer({ sponsored: false, because }) }
    const { act } = await acting()
    await expect(act()).rejects.toMatchObject({ code: 'session_not_sponsored', because })
    expect(sent).toEqual([])
  },
)

test('what is refused when it is sent is a typed error, once; what is lost on its way is looked for', async () => {
  const { act } = await acting()
  says = { ...says, send: () => refusal('budget') }
  await expect(act()).rejects.toMatchObject({ code: 'session_not_sponsored', because: 'budget' })
  says = { ...says, send: () => refusal('simulation') }
  expect(await act()).toBeUndefined()
  says = { ...says, send: () => Promise.reject(new TypeError('Lost.')), read: () => answer({}, 404) }
  await expect(act()).rejects.toMatchObject({ code: 'session_not_sponsored', because: 'unknown' })
  says = { ...says, read: () => answer(included) }
  expect(await act()).toBe(included.transactionHash)
  expect(sent.length).toBe(4)
})

test.each([408, 429, 500])(
  'a server that answers %d has no time, and says nothing of who pays: the key doesn’t',
  async (status) => {
    says = { ...says, quote: () => answer({}, status) }
    await expect((await acting()).act()).rejects.toMatchObject({ code: 'session_not_sponsored', because: 'away' })
    expect(sent).toEqual([])
  },
)

test.each([
  [408, 'unknown'],
  [429, 'away'],
  [500, 'unknown'],
] as const)(
  'where it answers %d to what it is sent, it is looked for, and else said to be %s',
  async (status, because) => {
    const { act } = await acting()
    says = { ...says, send: () => answer({}, status), read: () => answer({}, 404) }
    await expect(act()).rejects.toMatchObject({ code: 'session_not_sponsored', because })
    says = { ...says, read: () => answer(included) }
    expect(await act()).toBe(included.transactionHash)
  },
)

test('a server that is away is no reason to take the key’s coin unasked', async () => {
  says = { ...says, quote: () => Promise.reject(new TypeError('Away.')) }
  await expect((await acting()).act()).rejects.toMatchObject({ code: 'session_not_sponsored', because: 'away' })
})

test('what is dropped was not sent, and what fails in its block is said to be refused, by its transaction', async () => {
  const { act } = await acting()
  says = { ...says, read: () => answer({ status: 'dropped', transactionHash: null, succeeded: null }) }
  await expect(act()).rejects.toMatchObject({ code: 'session_not_sponsored', because: 'dropped' })
  says = { ...says, read: () => answer({ ...included, succeeded: false }) }
  const hash = included.transactionHash
  await expect(act()).rejects.toMatchObject({ code: 'session_call_refused', facts: { hash } })
})
