import { vi } from 'vitest'
import type { ConnectorType } from '../../connector/connector.js'
import { account, fakeConnector } from '../../connector/test/fakeConnector.js'
import { type LocalAnswer, localServer } from '../../http/test/localServer.js'
import { mainnet } from '../../networks/known.js'
import { fakeAdapter, fakeKit } from '../../test/fakeKit.js'
import { nameForm, registrationOf } from '../nameForm.js'

export const address = `0x${'ab'.repeat(20)}`
/** The wallet is on another account now. */
export const otherAccount = {
  type: 'accountsChanged',
  family: 'eip155',
  accounts: [account(`0x${'cd'.repeat(20)}`)],
} as const
export const signature = `0x${'12'.repeat(65)}`

const stops: (() => unknown)[] = []
/** Ends what a test has opened: for each file's own `afterEach`, as this module is evaluated once for several files. */
export async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0)) await stop()
  vi.unstubAllGlobals()
}

type Answers = Readonly<Record<string, LocalAnswer | undefined>>
const chains = { http: ['eip155:1'], ws: [] }

export interface Wanted {
  readonly type?: ConnectorType
  readonly networkId?: `eip155:${number}`
  readonly answers?: Answers
  readonly sign?: () => Promise<{ readonly signature: string }>
}

/** A kit that is connected by the embedded login, at a server that gives names below `foyer.test`. */
export async function named({
  type = 'AUTH',
  networkId = 'eip155:1',
  answers = {},
  sign = async () => ({ signature }),
}: Wanted = {}) {
  const signed: string[] = []
  const usual: Answers = {
    '/v1/supported-chains': { body: chains },
    '/v1/profile/zone': { body: { zone: 'foyer.test' } },
    [`/v1/profile/reverse/${address}`]: { body: [] },
    '/v1/profile/suggestions/alice': {
      body: {
        suggestions: [
          { name: 'alice.foyer.test', registered: false },
          { name: 'alice-id.foyer.test', registered: false },
        ],
      },
    },
    '/v1/profile/account': { body: { success: true } },
    ...answers,
  }
  const server = await localServer(({ url }) => usual[url.pathname] ?? { status: 404 })
  const adapter = fakeAdapter('eip155', {
    actions: async () => ({
      nativeBalance: async () => 0n,
      signMessage({ message }) {
        signed.push(String(message))
        return sign()
      },
    }),
  })
  const wallet = fakeConnector({ type, accounts: [account(address)], networks: { eip155: networkId } })
  const kit = fakeKit({
    api: server.origin,
    networks: [mainnet],
    adapters: [adapter],
    connectors: [wallet],
  })
  kit.foyer.start()
  stops.push(
    () => kit.foyer.stop(),
    () => server.close(),
  )
  await kit.foyer.connect({ connectorId: 'fake' })
  const form = nameForm(kit.foyer)
  const leave = form.subscribe(() => {})
  stops.push(leave)
  const holds = (check: () => boolean) => vi.waitUntil(check, { interval: 1 })
  const asked = (path: string) => server.requests.filter(({ url }) => url.pathname === path)
  const registration = () => registrationOf(kit.foyer.store.getState().connection.attempts)
  return { ...kit, wallet, signed, form, holds, asked, registration, leave }
}
