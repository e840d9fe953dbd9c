import { type StartedChain, startChain } from '@foyer/stack'
import { installTestWallet, type TestWallet } from '@foyer/testing'
import type { Page } from '@playwright/test'
import {
  createPublicClient,
  createTestClient,
  type HttpTransport,
  http,
  type PublicClient,
  parseEther,
  type TestClient,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Journey } from '../fixtures.js'
import { type HostParameters, openHost } from '../host.js'

/** A chain of this journey alone, which mines when it is told to: the common ones mine for every journey. */
export interface OwnChain {
  readonly chain: StartedChain
  readonly control: TestClient<'anvil', HttpTransport>
  readonly client: PublicClient<HttpTransport>
  readonly wallet: TestWallet
  /** Opens the host on this chain, under a policy that lets it. */
  readonly open: (settings?: HostParameters['settings']) => Promise<void>
  readonly connect: () => Promise<void>
  /** Has the page send ether. @returns the hash */
  readonly send: (to: `0x${string}`, ether: string) => Promise<`0x${string}`>
}

export async function ownChain({
  page,
  journey,
}: {
  readonly page: Page
  readonly journey: Journey
}): Promise<OwnChain> {
  const chain = await startChain({ id: 31337 })
  page.once('close', () => void chain.stop())
  const control = createTestClient({ mode: 'anvil', transport: http(chain.url) })
  const client = createPublicClient({ transport: http(chain.url) })
  const key = generatePrivateKey()
  await control.setBalance({ address: privateKeyToAccount(key).address, value: parseEther('10') })
  const wallet = await installTestWallet(page, {
    name: 'Maple',
    keys: [key],
    chains: [{ id: chain.id, name: chain.name, rpcUrl: chain.url }],
  })
  journey.admit(chain.url)
  return {
    chain,
    control,
    client,
    wallet,
    async open(settings) {
      const chains = [{ id: chain.id, name: chain.name, url: chain.url }]
      const policy = (demos: string) => demos.replace('connect-src', `connect-src ${chain.url}`)
      // The server's proxy would answer for the common chain of the same id.
      await openHost({ page, journey, policy, settings: { ...settings, chains, api: undefined } })
    },
    connect: () =>
      page.evaluate(async (connectorId) => void (await window.kits[0]?.connect({ connectorId })), wallet.rdns),
    send: (to, ether) =>
      page.evaluate(
        async (transfer) => {
          const [foyer] = window.kits
          if (!foyer) throw new Error('There is no kit.')
          const { hash } = await window.actions.sendTransfer(foyer, transfer)
          return `0x${hash.slice(2)}` as const
        },
        { to, amount: parseEther(ether) },
      ),
  }
}
