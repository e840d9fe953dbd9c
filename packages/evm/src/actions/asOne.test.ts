import type { RequestChannel } from '@foyer/core'
import { UnsupportedMethodError, WalletCapabilityError } from '@foyer/core/errors'
import { createTestClock } from '@foyer/testing'
import { expect, test } from 'vitest'
import { sendWalletCalls } from './calls.js'
import { capabilitiesOf } from './capabilities.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** A wallet over a channel, which answers to capabilities and to batches. */
function over({
  capabilities,
  batches,
  atomicRequired = false,
}: {
  readonly capabilities: unknown
  readonly batches?: 'asOne'
  readonly atomicRequired?: boolean
}) {
  const asked: string[] = []
  const request: RequestChannel['request'] = async ({ method }) => {
    asked.push(method)
    if (method === 'wallet_getCapabilities') return capabilities
    throw new WalletCapabilityError({ walletCode: 5760 })
  }
  const channel: RequestChannel = { takes: () => true, request, batches }
  const account = { namespace: 'eip155', address, type: 'eoa' } as const
  const networkId = 'eip155:1' as const
  const provider = {
    request: ({ method, params }: { readonly method: string; readonly params?: unknown }) =>
      request({ networkId, method, params }),
  }
  const clock = createTestClock()
  const action = { wallet: { provider, account, accounts: [account], networkId, channel }, clock }
  const calls = [{ to: address }, { to: address }] as const
  const failure = sendWalletCalls({ ...action, calls, atomicRequired }).catch((error: unknown) => error)
  return { clock, asked, failure, takesBatches: async () => (await capabilitiesOf(action)).sendCalls }
}

const atomic = (status: string) => ({ '0x1': { atomic: { status } } })

test.each([
  ['says that it doesn’t on the network', atomic('unsupported')],
  ['doesn’t say that it does', { '0x2': { atomic: { status: 'ready' } } }],
])(
  'a wallet that carries calls out as one or not at all takes no batches where it %s: nothing is shown for one',
  async (_, capabilities) => {
    const { asked, failure, takesBatches } = over({ capabilities, batches: 'asOne' })
    expect(await failure).toBeInstanceOf(UnsupportedMethodError)
    expect(asked).toEqual(['wallet_getCapabilities'])
    expect(await takesBatches()).toBe(false)
  },
)

test.each([
  ['carries them out as one', { capabilities: atomic('supported'), batches: 'asOne' } as const],
  ['does once its account is upgraded', { capabilities: atomic('ready'), batches: 'asOne' } as const],
  ['may carry them out one after the other', { capabilities: atomic('unsupported') }],
])('a wallet that %s is asked for a batch, once', async (_, wallet) => {
  const { asked, failure, takesBatches } = over({ ...wallet, atomicRequired: true })
  expect(await failure).toBeInstanceOf(WalletCapabilityError)
  expect(asked.filter((method) => method === 'wallet_sendCalls')).toHaveLength(1)
  expect(await takesBatches()).toBe(true)
})

test.each([
  [true, WalletCapabilityError],
  [false, UnsupportedMethodError],
])(
  'one that doesn’t say it in time is asked all the same: that it can’t is final where they must be one (%s), and else they may go one by one',
  async (atomicRequired, Failure) => {
    const { asked, failure, clock } = over({ capabilities: new Promise(() => {}), batches: 'asOne', atomicRequired })
    await expect.poll(() => clock.pending).toBeGreaterThan(0)
    clock.advance(1_500)
    expect(await failure).toBeInstanceOf(Failure)
    expect(asked).toEqual(['wallet_getCapabilities', 'wallet_sendCalls'])
  },
)
