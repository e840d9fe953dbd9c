import { deployNfts, devAccounts, localNftAbi, sendUnlocked } from '@foyer/stack'
import type { Page } from '@playwright/test'
import {
  createClient,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  http,
  isHex,
  maxUint256,
  numberToHex,
  parseEther,
} from 'viem'
import { expect, type Journey, test } from '../fixtures.js'
import { giveTokens } from '../giveTokens.js'
import { hostStatus, openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { setBalance } from '../setBalance.js'
import {
  addressShown,
  approve,
  askedAt,
  continueAt,
  emailOf,
  logIn,
  switchNetwork,
  walletIn,
} from './embeddedWallet.js'
import { answerTo, keepAnswers } from './keepAnswers.js'
import { accountButton, fact, modalOf } from './modal.js'
import { pageProvider } from './pageProvider.js'
import { askAllSafe } from './safeMethods.js'
import { look, settled } from './shown.js'
import { asOneOnceSwitched, card, keptSmartNetworks, oneAtATime, toggle, way } from './smartDemo.js'
import { carryOut, type Dapp, dappOf, fundedAddress, switching, untilDelegateIsKnown } from './smartStage.js'
import { storedSessions } from './storedSessions.js'

interface Visit {
  readonly page: Page
  readonly journey: Journey
  readonly address: `0x${string}`
  readonly dapp: Dapp
}

const homeOf = ({ journey }: Pick<Visit, 'journey'>) => journey.local.chains[0]

function tokenOf(visit: Visit): `0x${string}` {
  const token = homeOf(visit).tokens.find(({ symbol }) => symbol === 'DUSD')
  if (!token) throw new Error('The chain has no token.')
  return token.address
}

const statusesOf = async ({ wallet, chain }: Dapp) => {
  const all = Object.values(await wallet.getCapabilities()).map(({ atomic }) => atomic?.status)
  return [...all, await chain.getCode({ address: wallet.account.address })]
}

/** Of whom the page says that they are logged in, and what the kit makes of that. */
async function readSession({ page, journey, address, email }: Visit & { email: string }, isDeployed: boolean) {
  const { id } = homeOf({ journey })
  expect(await answerTo(page, journey)).toMatchObject({
    ...{ email, address, chainId: id, preferredAccountType: 'smartAccount', smartAccountDeployed: isDeployed },
    accounts: [
      { address, type: 'smartAccount' },
      { address, type: 'eoa' },
    ],
  })
  const account = await page.evaluate(() => window.kits[0]?.account('eip155'))
  expect(account?.allAccounts).toMatchObject([{ address, type: 'smartAccount', inPlace: true }])
  expect(account?.profile).toMatchObject({
    ...{ provider: 'email', email, smartAccountDeployed: isDeployed, smartAccountEnabledNetworks: [id] },
    preferredAccountTypes: { eip155: 'smartAccount' },
  })
}

/** The first batch switches the account, and says so; both of its calls take effect. @returns its id, and its transaction */
async function switchByBatch(visit: Visit): Promise<{ readonly id: string; readonly hash: `0x${string}` }> {
  const { page, dapp, address } = visit
  const { chain, designator } = dapp
  const [to, spender, token] = [newAddress(), newAddress(), tokenOf(visit)]
  expect(await statusesOf(dapp)).toEqual(['ready', undefined, undefined])
  const approving = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 5n] })
  const { id, receipts, ...came } = await carryOut({
    ...{ page, dapp },
    calls: [
      { to, value: parseEther('0.25') },
      { to: token, data: approving },
    ],
    async read(request) {
      await expect(request).toContainText(switching)
      await look({ page, name: 'smart-account-first-batch' })
    },
  })
  expect(came).toMatchObject({ statusCode: 200, status: 'success', atomic: true })
  const [{ transactionHash: hash, gasUsed } = { transactionHash: '0x' as const, gasUsed: 0n }] = receipts ?? []
  expect((await chain.getTransaction({ hash })).type).toBe('eip7702')
  expect(gasUsed).toBeLessThanOrEqual(120_000n)
  expect(await statusesOf(dapp)).toEqual(['supported', undefined, designator])
  expect(await chain.getBalance({ address: to })).toBe(parseEther('0.25'))
  const allowance = { abi: erc20Abi, address: token, functionName: 'allowance', args: [address, spender] } as const
  expect(await chain.readContract(allowance)).toBe(5n)
  expect(await page.evaluate(() => window.kits[0]?.account('eip155').allAccounts)).toMatchObject([
    { address, type: 'smartAccount', inPlace: true },
  ])
  return { id, hash }
}

/** A later batch is a plain transaction; calls of every form take effect in it. */
async function batchAgain(visit: Visit): Promise<void> {
  const { page, dapp, address } = visit
  const { chain } = dapp
  const [to, token] = [newAddress(), tokenOf(visit)]
  await giveTokens({ chain: homeOf(visit), to: address, symbol: 'DUSD', amount: 3_000_000n })
  const paying = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1_000_000n] })
  const { receipts, ...came } = await carryOut({
    ...{ page, dapp },
    calls: [
      { to, value: 1n },
      { to: token, data: paying },
      { to, value: 2n, data: '0x1234' },
      { to, data: '0x' },
      { to },
    ],
    read: (request) => expect(request).not.toContainText(switching),
  })
  expect(came).toMatchObject({ statusCode: 200, atomic: true })
  const [{ transactionHash: hash } = { transactionHash: '0x' as const }] = receipts ?? []
  expect((await chain.getTransaction({ hash })).type).toBe('eip1559')
  expect(await chain.getBalance({ address: to })).toBe(3n)
  const balance = { abi: erc20Abi, address: token, functionName: 'balanceOf', args: [to] } as const
  expect(await chain.readContract(balance)).toBe(1_000_000n)
}

/** One whose second call reverts moves nothing, and the approval says that it will. */
async function batchInVain(visit: Visit): Promise<void> {
  const { page, dapp } = visit
  const to = newAddress()
  const tooMuch = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, maxUint256] })
  const { receipts, ...came } = await carryOut({
    ...{ page, dapp },
    calls: [
      { to, value: parseEther('1') },
      { to: tokenOf(visit), data: tooMuch },
    ],
    read: (request) => expect(request).toContainText('As things stand, the network refuses this.'),
  })
  expect(came).toMatchObject({ statusCode: 500, status: 'failure', atomic: true })
  expect(receipts?.map(({ status }) => status)).toEqual(['reverted'])
  expect(await dapp.chain.getBalance({ address: to })).toBe(0n)
}

/** What the account has is answered as the chains say it, without a question to the visitor. */
async function readAssets(visit: Visit): Promise<void> {
  const { page, dapp, address, journey } = visit
  const answer = await dapp.provider.request({ method: 'wallet_getAssets', params: [{ account: address }] })
  await expect(walletIn(page).locator('[data-part="asks"]')).toBeHidden()
  const [home, other] = journey.local.chains
  const metadata = (symbol: string, decimals: number) =>
    expect.objectContaining({
      ...{ symbol, decimals, name: expect.any(String), price: expect.any(Number), iconUrl: expect.any(String) },
    })
  const coin = (balance: bigint) => ({
    ...{ address: 'native', type: 'NATIVE', balance: numberToHex(balance), metadata: metadata('ETH', 18) },
  })
  const dollars = { abi: erc20Abi, address: tokenOf(visit), functionName: 'balanceOf', args: [address] } as const
  const [coins, held] = await Promise.all([dapp.chain.getBalance({ address }), dapp.chain.readContract(dollars)])
  expect(held).toBe(2_000_000n)
  expect(answer).toEqual({
    [numberToHex(home.id)]: [
      coin(coins),
      { address: tokenOf(visit), type: 'ERC20', balance: numberToHex(held), metadata: metadata('DUSD', 6) },
    ],
    [numberToHex(other.id)]: [coin(parseEther('10'))],
  })
}

/** What stands at the address takes an NFT that asks whether it does. */
async function receiveNft(visit: Visit): Promise<void> {
  const { dapp, address } = visit
  const { url } = homeOf(visit)
  const { nft } = await deployNfts({ url })
  const { address: from } = devAccounts[1]
  const client = createClient({ transport: http(url) })
  const send = (data: `0x${string}`) => sendUnlocked({ client, transaction: { from, to: nft, data } })
  await send(encodeFunctionData({ abi: localNftAbi, functionName: 'mint', args: [from, 7n, ''] }))
  await send(encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args: [from, address, 7n] }))
  const owner = { abi: erc721Abi, address: nft, functionName: 'ownerOf', args: [7n] } as const
  expect(await dapp.chain.readContract(owner)).toBe(address)
}

/** Where a batch stands is known after the frame was loaded anew, and shown on request; the page has its chain from what was used last. */
async function askAfterReload(visit: Visit & { readonly id: string; readonly email: string }): Promise<void> {
  const { page, journey, dapp, id } = visit
  const { wallet, provider } = dapp
  const [home, other] = journey.local.chains
  await page.reload()
  await expect(hostStatus(page)).toHaveText('connected with Email')
  await readSession(visit, true)
  expect(await wallet.getCallsStatus({ id })).toMatchObject({ statusCode: 200, atomic: true })
  await expect(wallet.getCallsStatus({ id: '0x1234' })).rejects.toMatchObject({ code: 5730 })
  const showing = wallet.showCallsStatus({ id })
  await expect(walletIn(page).getByRole('heading', { name: 'Several calls' })).toBeVisible()
  await look({ page, name: 'smart-account-receipt' })
  await approve(page)
  await showing

  const chainId = () => provider.request({ method: 'eth_chainId' })
  expect(await chainId()).toBe(numberToHex(home.id))
  const goTo = (id: number) =>
    provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: numberToHex(id) }] })
  await goTo(other.id)
  expect(await chainId()).toBe(numberToHex(other.id))
  await page.reload()
  await expect(hostStatus(page)).toHaveText('connected with Email')
  expect(await chainId()).toBe(numberToHex(other.id))
  await goTo(home.id)
}

/** A sign-in by the key is good while code stands at the address: for the page's own backend, and by the chain's own check. */
async function signInWithCode({ page, journey, dapp: { chain }, address }: Visit): Promise<void> {
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet, signIn: 'backend' } })
  await settled(page, 'SIWXSignMessage')
  await modalOf(page)
    .button(/^Sign$/)
    .click()
  await approve(page)
  await expect(modalOf(page).dialog).toHaveCount(0)
  await expect.poll(() => storedSessions(page)).toHaveLength(1)
  const [{ message, signature } = { message: '', signature: '' }] = await storedSessions(page)
  expect(await page.evaluate(async () => (await fetch('/siwx/session')).json())).toEqual({
    accountId: `eip155:${chain.chain.id}:${address}`,
  })
  expect(isHex(signature) && (await chain.verifySiweMessage({ message, signature, address }))).toBe(true)
}

/** Another dapp, with the same wallet, knows nothing of the batch. */
async function askElsewhere({ page, journey, id, email, address }: Visit & { id: string; email: string }) {
  const origin = `http://other-host.localhost:${new URL(journey.local.host).port}`
  journey.admit(origin)
  const settings = { secureOrigin: journey.local.wallet }
  await continueAt({ page, journey, email, origin, open: () => openHost({ page, journey, origin, settings }) })
  const { request } = pageProvider(page)
  expect(await request({ method: 'eth_accounts' })).toEqual([address])
  for (const method of ['wallet_getCallsStatus', 'wallet_showCallsStatus'])
    await expect(request({ method, params: [id] })).rejects.toMatchObject({ code: 5730 })
}

test('[S1.4 S3.5 S3.6 S3.7 S3.13 S3.24 S4.30 S5.29 S6.1 S6.3 S6.4] the wallet’s account is a smart one: a dapp’s batches are carried out as one, the first of which switches it on, and one that reverts moves nothing; it signs in, receives and is read as before', async ({
  page,
  journey,
}) => {
  const email = emailOf('smart')
  await untilDelegateIsKnown(journey)
  await keepAnswers({ page, journey, name: 'GET_USER' })
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet } })
  await logIn({ page, journey, email })
  const address = await fundedAddress({ page, journey })
  const visit: Visit = { page, journey, address, dapp: dappOf({ page, journey, address }) }
  await readSession({ ...visit, email }, false)
  const { id, hash } = await switchByBatch(visit)
  await batchAgain(visit)
  await batchInVain(visit)
  await readAssets(visit)
  await askAllSafe({ ...visit, id, hash })
  await receiveNft(visit)
  await askAfterReload({ ...visit, id, email })
  await signInWithCode(visit)
  await askElsewhere({ ...visit, id, email })
})

const ended = (page: Page) => page.locator('[data-part="calls-outcome"]')
const send = (page: Page) => card(page).getByRole('button', { name: 'Send three calls' }).click()

/** Approves each of the three calls by itself. */
async function approveEach(page: Page): Promise<void> {
  for (const number of [1, 2, 3]) {
    await expect(ended(page)).toHaveText(`Waiting for the wallet: ${number} of 3`)
    await approve(page)
  }
  await expect(ended(page)).toHaveText('All three took effect (status 200)')
}

test('[S3.6 S3.8 S3.11 S6.2 S7.39] a visitor’s account is a smart one where its network can have it, a plain one once they want that, and smart again: what is asked for at once follows', async ({
  page,
  journey,
}) => {
  const [home, other] = journey.local.chains
  await untilDelegateIsKnown(journey)
  await page.goto(journey.local.demo)
  await logIn({ page, journey, email: emailOf('toggle') })
  const address = await addressShown(page, /^0x[0-9a-fA-F]{40}$/)
  if (!isHex(address)) throw new Error('The demo shows no address.')
  for (const chain of [home, other]) await setBalance({ chain, address, ether: '10' })
  const { chain, designator } = dappOf({ page, journey, address })
  expect(await keptSmartNetworks(page)).toEqual([`${home.id}`])
  await card(page).getByRole('button', { name: 'Try it' }).click()
  await expect(way(page)).toHaveText(asOneOnceSwitched)

  await toggle(page, { to: 'plain' })
  await expect(way(page)).toHaveText(oneAtATime)
  await send(page)
  await approveEach(page)
  expect(await chain.getCode({ address })).toBeUndefined()
  await page.reload()
  await card(page).getByRole('button', { name: 'Try it' }).click()
  await expect(way(page)).toHaveText(oneAtATime)

  await toggle(page, { to: 'smart' })
  await expect(way(page)).toHaveText(asOneOnceSwitched)
  await card(page).getByRole('checkbox', { name: 'All or none' }).check()
  await send(page)
  await expect((await askedAt(page)).getByText(switching)).toBeVisible()
  await approve(page)
  await expect(ended(page)).toHaveText('All three took effect (status 200)')
  await expect(way(page)).toHaveText('This wallet carries several calls out as one.')
  expect(await chain.getCode({ address })).toBe(designator)

  await switchNetwork(page, other.name)
  await expect(fact(page, 'address')).toHaveText(address)
  await expect(way(page)).toHaveText(oneAtATime)
  await accountButton(page).click()
  await modalOf(page).part('account-settings').click()
  await settled(page, 'AccountSettings')
  await expect(modalOf(page).part('settings-network')).toBeVisible()
  await expect(modalOf(page).part('smart-account')).toHaveCount(0)
})
