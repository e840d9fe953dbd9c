import {
  type CreateConnectorFn,
  connect,
  createConfig,
  getCapabilities,
  sendCalls,
  waitForCallsStatus,
} from '@wagmi/core'
import { http, isAddress } from 'viem'
import { expect } from '../fixtures.js'
import { openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { approve, askedAt, emailOf, logIn, walletIn } from './embeddedWallet.js'
import { test } from './ownServices.js'
import type { PageProvider } from './pageProvider.js'
import { type Dapp, dappOf, fundedAddress, switching, untilDelegateIsKnown } from './smartStage.js'
import { followsByHooks } from './wagmiHooks.js'

/** A connector as a dapp writes one for wagmi: nothing but the provider that the kit hands out. */
const connectorOf =
  (provider: PageProvider): CreateConnectorFn =>
  () => {
    const getAccounts = async () => [await provider.request({ method: 'eth_accounts' })].flat().filter(isAccount)
    const getChainId = async () => Number(await provider.request({ method: 'eth_chainId' }))
    return {
      ...{ id: 'foyer', name: 'Foyer', type: 'injected', getAccounts, getChainId },
      connect: async () => ({ accounts: await getAccounts(), chainId: await getChainId() }),
      disconnect: async () => {},
      getProvider: async () => provider,
      isAuthorized: async () => true,
      ...{ onAccountsChanged() {}, onChainChanged() {}, onDisconnect() {} },
    }
  }

const isAccount = (account: unknown): account is `0x${string}` => typeof account === 'string' && isAddress(account)

/** A dapp's own wagmi, connected. */
async function wagmiOf({ provider, chain: { chain } }: Dapp) {
  const config = createConfig({
    ...{ chains: [chain], connectors: [connectorOf(provider)], storage: null, multiInjectedProviderDiscovery: false },
    transports: { [chain.id]: http() },
  })
  const [connector] = config.connectors
  if (connector) await connect(config, { connector })
  return config
}

test('wagmi’s sendCalls has a batch carried out as one by the wallet’s account, and knows that it can be', async ({
  page,
  journey,
}) => {
  await untilDelegateIsKnown(journey)
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet } })
  await logIn({ page, journey, email: emailOf('wagmi') })
  const address = await fundedAddress({ page, journey })
  const dapp = dappOf({ page, journey, address })
  const { chain, designator } = dapp
  const config = await wagmiOf(dapp)
  const atomic = async () => (await getCapabilities(config, { chainId: chain.chain.id })).atomic
  expect(await atomic()).toEqual({ status: 'ready' })
  const to = newAddress()
  const calls = [1n, 3n].map((value) => ({ to, value }))
  const sending = sendCalls(config, { calls, forceAtomic: true })
  await expect((await askedAt(page)).getByText(switching)).toBeVisible()
  await approve(page)
  const { id } = await sending
  const came = await waitForCallsStatus(config, { id, pollingInterval: 200 })
  expect(came).toMatchObject({ statusCode: 200, status: 'success', atomic: true })
  expect(await chain.getBalance({ address: to })).toBe(4n)
  expect(await chain.getCode({ address })).toBe(designator)
  expect(await atomic()).toEqual({ status: 'supported' })
})

test('wagmi’s useSendCalls and useCallsStatus in a page of React have a batch carried out as one by the account that the kit has connected', async ({
  page,
  journey,
}) => {
  await untilDelegateIsKnown(journey)
  await openHost({ page, journey, path: '/wagmi-hooks', settings: { secureOrigin: journey.local.wallet } })
  await logIn({ page, journey, email: emailOf('hooks') })
  const address = await fundedAddress({ page, journey })
  const { chain, designator } = dappOf({ page, journey, address })
  const form = page.getByRole('form', { name: 'Calls' })
  await expect(form.locator('[data-fact="address"]')).toHaveText(address)
  const outcome = form.locator('[data-fact="outcome"]')
  const sendTo = async (to: string) => {
    await form.getByRole('textbox', { name: 'To' }).fill(to)
    await form.getByRole('button', { name: 'Send two calls' }).click()
  }

  await sendTo(newAddress())
  await expect((await askedAt(page)).getByText(switching)).toBeVisible()
  await walletIn(page).getByRole('button', { name: 'Reject' }).click()
  await expect(outcome).toHaveText('UserRejectedRequestError')
  expect(await chain.getCode({ address })).toBeUndefined()

  const to = newAddress()
  await sendTo(to)
  await expect((await askedAt(page)).getByText(switching)).toBeVisible()
  await approve(page)
  await expect(outcome).toHaveText('success')
  expect(await chain.getBalance({ address: to })).toBe(4n)
  expect(await chain.getCode({ address })).toBe(designator)
})

test('wagmi’s useSwitchChain has the embedded wallet go there, useConnection follows without a reload, and what is signed next is signed there', async ({
  page,
  journey,
}) => {
  await openHost({ page, journey, path: '/wagmi-hooks', settings: { secureOrigin: journey.local.wallet } })
  await logIn({ page, journey, email: emailOf('switching') })
  await followsByHooks({ page, journey, approve: () => approve(page) })
})
