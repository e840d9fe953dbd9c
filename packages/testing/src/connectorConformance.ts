import type { Connector, ConnectorHost, ConnectRequest, LiveConnection, Network, WalletEvent } from '@foyer/core'
import { createTestHost } from './createTestHost.js'
import type { Fault } from './faults.js'

/** The wallet's controls that the suite uses; a `TestWallet` can all of it. */
export interface ConformanceWallet {
  /** The selected address first; there are at least two. */
  readonly accounts: readonly string[]
  readonly promptCount: number
  readonly listenerCount: number
  /** Waits until it is asked anything. */
  nextRequest(): Promise<unknown>
  next(faults: { readonly connect: Fault }): void
  release(): void
  /** Left out where no wallet of the family says that its account is another. */
  switchAccount?(index: number): void
  /** Left out where wallets of the family are on no network by themselves. */
  switchChain?(id: number): void
  /** Left out where no wallet of the family says that a site was cut off. */
  revoke?(): void
  disappear(): void
}

/** A connector that has never been connected, with the wallet that it reaches. */
export interface ConformanceSubject {
  readonly connector: Connector
  /** The calling kit; by default one with both networks. */
  readonly host?: ConnectorHost | undefined
  readonly wallet: ConformanceWallet
  /** The network that the wallet is on. */
  readonly here: Network
  /** A network of the same family that it can go to. */
  readonly there: Network
  /** Wallets of its kind say nothing between requests, and can't be asked without a prompt: what changed in them shows at the next request. */
  readonly isSilent?: boolean | undefined
}

interface Matchers {
  toBe(expected: unknown): unknown
  toEqual(expected: unknown): unknown
  toMatchObject(expected: object): unknown
}

/** The test runner's functions, as Vitest and Jest have them. */
export interface ConformanceRunner {
  describe(name: string, body: () => void): unknown
  test(name: string, body: () => Promise<void>): unknown
  expect(actual: unknown): Matchers
  /** Makes a new subject for each test. */
  make(): Promise<ConformanceSubject> | ConformanceSubject
}

/**
 * Tests what every way to a wallet must do, whichever family it serves: the behaviour that the kit builds on.
 *
 * @example
 * connectorConformance({ describe, test, expect, make: () => ({ connector, wallet, here, there }) })
 */
export function connectorConformance({ describe, test, expect, make }: ConformanceRunner): void {
  const made = async (): Promise<Made> => {
    const subject = await make()
    const host = subject.host ?? createTestHost({ networks: [subject.here, subject.there] })
    const request = (): ConnectRequest => ({
      host,
      signal: noSignal(),
      step: () => {},
      ask: async () => ({ opened: false }),
      picked: () => undefined,
    })
    return { ...subject, request }
  }
  const connected = async () => {
    const subject = await made()
    const { connector, here, request } = subject
    return { ...subject, live: await connector.connect({ ...request(), network: here }) }
  }
  const suite: Suite = { test, expect, made, connected }
  describe('a connector', () => {
    connecting(suite)
    failing(suite)
    following(suite)
  })
}

type Made = ConformanceSubject & { readonly request: () => ConnectRequest }

interface Suite extends Pick<ConformanceRunner, 'test' | 'expect'> {
  /** Never connected. */
  readonly made: () => Promise<Made>
  readonly connected: () => Promise<Made & { readonly live: LiveConnection }>
}

function connecting({ test, expect, made, connected }: Suite): void {
  test('[S3.2 S3.3] says what it is', async () => {
    const { connector, here } = await made()
    expect(typeof connector.id === 'string' && connector.id.length > 0).toBe(true)
    expect(typeof connector.name === 'string' && connector.name.length > 0).toBe(true)
    const types = ['WALLET_CONNECT', 'MULTI_CHAIN', 'ANNOUNCED', 'INJECTED', 'EXTERNAL', 'AUTH']
    expect(types.includes(connector.type)).toBe(true)
    expect(connector.families.includes(here.chainNamespace)).toBe(true)
  })

  test('connects once the visitor agrees', async () => {
    const { live, wallet, here } = await connected()
    expect(addresses(live)).toEqual(wallet.accounts)
    expect(live.networks[here.chainNamespace]).toBe(here.caipNetworkId)
    expect(wallet.promptCount).toBe(1)
  })

  test('restores nothing where nothing was, and never prompts', async () => {
    const { connector, wallet, request } = await made()
    expect(await connector.restore(request())).toBe(null)
    expect(wallet.promptCount).toBe(0)
  })

  test('restores a connection without asking again', async () => {
    const { connector, wallet, request } = await connected()
    const restored = await connector.restore(request())
    expect(restored && addresses(restored)).toEqual(wallet.accounts)
    expect(wallet.promptCount).toBe(1)
  })

  test('goes to another network', async () => {
    const { connector, live, there, request } = await connected()
    await live.switchNetwork({ network: there, signal: noSignal() })
    const restored = await connector.restore(request())
    expect(restored?.networks[there.chainNamespace]).toBe(there.caipNetworkId)
  })

  test('disconnects without asking, and then there is nothing to restore', async () => {
    const { connector, live, wallet, request } = await connected()
    await live.disconnect()
    expect(await connector.restore(request())).toBe(null)
    expect(wallet.promptCount).toBe(1)
  })
}

function failing({ test, expect, made }: Suite): void {
  test("[S8.39] the visitor's refusal rejects as one, and the next try works", async () => {
    const { connector, wallet, request } = await made()
    wallet.next({ connect: 'reject' })
    expect(await failure(connector.connect(request()))).toMatchObject({ code: 'user_rejected' })
    expect(addresses(await connector.connect(request()))).toEqual(wallet.accounts)
  })

  test('[F18] a wallet that throws a string fails with an error of the kit', async () => {
    const { connector, wallet, request } = await made()
    wallet.next({ connect: 'throw-string' })
    const error = await failure(connector.connect(request()))
    expect(error instanceof Error && 'code' in error && 'docs' in error).toBe(true)
  })

  test('[F18] a wallet that answers garbage fails by what it should have said', async () => {
    const { connector, wallet, request } = await made()
    wallet.next({ connect: 'garbage' })
    const error = await failure(connector.connect(request()))
    expect(['wallet_answer', 'settlement_unusable'].some((code) => hasCode(error, code))).toBe(true)
    expect(wallet.listenerCount).toBe(0)
  })

  test('[F18] a wallet that never answers is waited for until the request is aborted', async () => {
    const { connector, wallet, request } = await made()
    const controller = new AbortController()
    wallet.next({ connect: 'hang' })
    const asked = wallet.nextRequest()
    const failed = failure(connector.connect({ ...request(), signal: controller.signal }))
    await asked
    controller.abort()
    expect(await failed).toMatchObject({ code: 'aborted' })
    wallet.release()
    expect(wallet.listenerCount).toBe(0)
  })

  test('[F18] what was aborted before it began prompts no visitor', async () => {
    const { connector, wallet, request } = await made()
    const failed = failure(connector.connect({ ...request(), signal: AbortSignal.abort() }))
    expect(await failed).toMatchObject({ code: 'aborted' })
    expect(wallet.promptCount).toBe(0)
  })
}

function following({ test, expect, connected }: Suite): void {
  test('[S4.19] emits another account', async () => {
    const { live, wallet, isSilent } = await connected()
    if (isSilent || !wallet.switchAccount) return
    const received = nextEvent(live, 'accountsChanged')
    wallet.switchAccount(1)
    const { event, stop } = await received
    expect(event.type === 'accountsChanged' && event.accounts.map(({ address }) => address)).toEqual(wallet.accounts)
    stop()
  })

  test('[S4.19] emits another network', async () => {
    const { live, wallet, there, isSilent } = await connected()
    if (!wallet.switchChain || isSilent) return
    const received = nextEvent(live, 'networkChanged')
    wallet.switchChain(Number(there.id))
    const { event, stop } = await received
    expect(event).toEqual({ type: 'networkChanged', family: there.chainNamespace, networkId: there.caipNetworkId })
    stop()
  })

  test('emits that the visitor revoked the consent in the wallet', async () => {
    const { live, wallet, isSilent } = await connected()
    if (isSilent || !wallet.revoke) return
    const received = nextEvent(live, 'accountsChanged', 'disconnected')
    wallet.revoke()
    const { event, stop } = await received
    expect(event.type === 'disconnected' || (event.type === 'accountsChanged' && event.accounts.length === 0)).toBe(
      true,
    )
    stop()
  })

  test('emits that the wallet is gone', async () => {
    const { live, wallet, isSilent } = await connected()
    if (isSilent) return
    const received = nextEvent(live, 'disconnected')
    wallet.disappear()
    const { stop } = await received
    stop()
    expect(wallet.listenerCount).toBe(0)
  })

  test('[F19] leaves no listener behind, and emits nothing more', async () => {
    const { live, wallet, there, isSilent = false } = await connected()
    const before = wallet.listenerCount
    const received: WalletEvent[] = []
    const stops = [1, 2, 3].map(() => live.listen((event) => received.push(event)))
    expect(wallet.listenerCount > before).toBe(!isSilent)
    for (const stop of stops) stop()
    wallet.switchAccount?.(1)
    wallet.switchChain?.(Number(there.id))
    expect(wallet.listenerCount).toBe(before)
    expect(received).toEqual([])
  })
}

const addresses = (live: LiveConnection) => live.accounts.map(({ address }) => address)

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const noSignal = (): AbortSignal => new AbortController().signal

async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It should have failed.')
}

function nextEvent(
  live: LiveConnection,
  ...types: readonly WalletEvent['type'][]
): Promise<{ event: WalletEvent; stop: () => void }> {
  return new Promise((resolve) => {
    const stop = live.listen((event) => {
      if (types.includes(event.type)) resolve({ event, stop: () => stop() })
    })
  })
}
