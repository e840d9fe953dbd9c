import { isHex, numberToHex } from 'viem'
import { expect } from '../fixtures.js'
import { hostStatus, openHost } from '../host.js'
import { addressShown, approve, emailOf, logIn } from './embeddedWallet.js'
import { failRequest, failRequestAnew } from './failRequest.js'
import { accountButton, modalOf } from './modal.js'
import { test } from './ownServices.js'
import { pageProvider } from './pageProvider.js'
import { settled } from './shown.js'
import { asOneOnceSwitched, card, keptSmartNetworks, oneAtATime, toggle, way } from './smartDemo.js'
import { dappOf, untilDelegateIsKnown } from './smartStage.js'
import { storedSessions } from './storedSessions.js'

test('[S4.28] where the wallet’s page fails to make the account a smart one again, that is said, and the account stays that of a key, which takes one call at a time', async ({
  page,
  journey,
}) => {
  await untilDelegateIsKnown(journey)
  await page.goto(journey.local.demo)
  await logIn({ page, journey, email: emailOf('refused') })
  const address = await addressShown(page, /^0x[0-9a-fA-F]{40}$/)
  if (!isHex(address)) throw new Error('The demo shows no address.')
  await card(page).getByRole('button', { name: 'Try it' }).click()
  await expect(way(page)).toHaveText(asOneOnceSwitched)
  await toggle(page, { to: 'plain' })
  await expect(way(page)).toHaveText(oneAtATime)

  journey.expectTrouble(/It failed/)
  await failRequest({ page, journey, name: 'SET_PREFERRED_ACCOUNT' })
  await toggle(page, { to: 'smart', trouble: 'Your account could not be changed: it is a standard one now' })
  await expect(way(page)).toHaveText(oneAtATime)
  await expect(page.getByText(address).first()).toBeVisible()
})

test('[S4.29] where the wallet’s page fails to say its smart accounts’ networks there are none, though it has one: no choice is offered', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  await untilDelegateIsKnown(journey)
  await page.goto(journey.local.demo)
  await logIn({ page, journey, email: emailOf('nowhere') })
  await addressShown(page, /^0x[0-9a-fA-F]{40}$/)
  expect(await keptSmartNetworks(page)).toEqual([`${home.id}`])
  await failRequestAnew({ page, journey, name: 'GET_SMART_ACCOUNT_ENABLED_NETWORKS' })
  await page.reload()
  await addressShown(page, /^0x[0-9a-fA-F]{40}$/)
  await expect.poll(() => keptSmartNetworks(page)).toEqual([''])
  await accountButton(page).click()
  await modalOf(page).part('account-settings').click()
  await settled(page, 'AccountSettings')
  await expect(modalOf(page).part('settings-network')).toBeVisible()
  await expect(modalOf(page).part('smart-account')).toHaveCount(0)
})

test('[S8.3] an application whose backend refuses what a smart account has signed is said to be one that might not support these; it takes the next', async ({
  page,
  journey,
}) => {
  await untilDelegateIsKnown(journey)
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet } })
  await logIn({ page, journey, email: emailOf('unsupported') })
  const type = () => page.evaluate(() => window.kits[0]?.account('eip155').allAccounts.map((each) => each.type))
  expect(await type()).toEqual(['smartAccount'])
  journey.expectTrouble(/401|refuses the sign-in/)
  await page.route('**/siwx/verify', (route) => route.fulfill({ status: 401, json: { error: 'HasCode' } }))
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet, signIn: 'backend' } })
  await settled(page, 'SIWXSignMessage')
  const modal = modalOf(page)
  await modal.button(/^Sign$/).click()
  await approve(page)
  await expect(page.getByText('This application might not support Smart Accounts')).toBeVisible()
  expect(await storedSessions(page)).toEqual([])

  await page.unroute('**/siwx/verify')
  await modal.button(/^(Sign|Try again)$/).click()
  await approve(page)
  await expect(modal.dialog).toHaveCount(0)
  await expect.poll(() => storedSessions(page)).toHaveLength(1)
})

test('[S9.50] the networks that an application’s kit may go to are those that the wallet’s page serves, each of which is gone to, and no other', async ({
  page,
  journey,
}) => {
  const { local } = journey
  const [home, other] = local.chains
  await untilDelegateIsKnown(journey)
  const third = { id: 31_399, name: 'Nowhere', url: home.url }
  const chains = [...local.chains, third].map(({ id, name, url }) => ({ id, name, url }))
  await openHost({ page, journey, settings: { secureOrigin: local.wallet, chains } })
  await logIn({ page, journey, email: emailOf('networks') })
  // Node doesn't know names below `localhost`.
  const { networks } = await (await fetch(`http://127.0.0.1:${new URL(local.wallet).port}/networks`)).json()
  const served = Object.values(networks).map((each) => Object(each).chainId)
  expect(served).toEqual([home, other].map(({ id }) => `eip155:${id}`).concat(local.solana.caipNetworkId))
  const address = await page.evaluate(() => window.kits[0]?.account('eip155').address)
  if (!isHex(address)) throw new Error('The page has no address.')
  const { request } = pageProvider(page)
  for (const { id } of [other, home]) {
    await request({ method: 'wallet_switchEthereumChain', params: [{ chainId: numberToHex(id) }] })
    expect(await request({ method: 'eth_chainId' })).toBe(numberToHex(id))
    expect(Object.keys(await dappOf({ page, journey, address }).wallet.getCapabilities()).map(Number)).toContain(id)
  }
  const toThird = request({ method: 'wallet_switchEthereumChain', params: [{ chainId: numberToHex(third.id) }] })
  await expect(toThird).rejects.toThrow()
  await expect(hostStatus(page)).toHaveText('connected with Email')
  expect(await request({ method: 'eth_chainId' })).toBe(numberToHex(home.id))
})
