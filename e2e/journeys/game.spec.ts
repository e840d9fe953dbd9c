import { devAccounts } from '@foyer/stack'
import type { Locator } from '@playwright/test'
import {
  concat,
  createTestClient,
  createWalletClient,
  getAddress,
  http,
  numberToHex,
  publicActions,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { gameAddress, ownGameAddress } from '../../scripts/localServices.mjs'
import { expect } from '../fixtures.js'
import { onlyFull } from '../onlyFull.js'
import { setBalance } from '../setBalance.js'
import { approve, askedAt, emailOf, logIn, walletIn } from './embeddedWallet.js'
import { type ExampleHost, exampleFolder, phone, serveExample } from './exampleHost.js'
import { modalOf } from './modal.js'
import { test } from './ownServices.js'
import { look } from './shown.js'
import { untilDelegateIsKnown } from './smartStage.js'

let example: ExampleHost | undefined
test.afterEach(async ({ page }) => {
  // What it still fetches isn't refused.
  await page.close()
  await example?.stop()
  example = undefined
})

/** Counts each call under its caller's address: CALLER SLOAD 1 ADD CALLER SSTORE. */
const gameCode = '0x67335460010133550060005260086018f3'

/** A chain's game, whose moves their key pays for. @returns its address, and how many moves an account has made */
async function deployGame({ url }: { readonly url: string }) {
  await deployAt({ url, address: ownGameAddress, salt: numberToHex(1, { size: 32 }) })
  return { game: ownGameAddress, movesOf: movesAt({ url, game: ownGameAddress }) }
}

/** Brings a game to its address, where the project lists it. */
async function deployAt({
  url,
  address,
  salt,
}: {
  readonly url: string
  readonly address: `0x${string}`
  readonly salt: `0x${string}`
}) {
  const node = createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions)
  if (await node.getCode({ address })) return
  const [dev] = devAccounts
  const sender = createWalletClient({ account: privateKeyToAccount(dev.privateKey), transport: http(url) })
  const deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
  const hash = await sender.sendTransaction({ chain: null, to: deployer, data: concat([salt, gameCode]) })
  await node.waitForTransactionReceipt({ hash, pollingInterval: 50 })
}

/** Reads how many moves an account has made. */
const movesAt = ({ url, game }: { readonly url: string; readonly game: `0x${string}` }) => {
  const node = createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions)
  return async (account: string) =>
    Number(await node.getStorageAt({ address: game, slot: numberToHex(BigInt(account), { size: 32 }) }))
}

/** The game whose moves the operator pays for at the demo. */
async function deploySponsoredGame({ url }: { readonly url: string }) {
  const node = createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions)
  await deployAt({ url, address: gameAddress, salt: zeroHash })
  const coinOf = (address: `0x${string}`) => node.getBalance({ address })
  return { movesOf: movesAt({ url, game: gameAddress }), coinOf }
}

test('[S6.4 S7.21] [F13] the example of a game: 50 moves are allowed once and made without a prompt, are listed with how many were made, and end by an approval', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const { server, wallet } = journey.local
  await untilDelegateIsKnown(journey)
  const { game, movesOf } = await deployGame(home)
  const env = { VITE_API: server, VITE_WALLET: wallet, VITE_PROJECT_ID: 'foyer-demo', VITE_GAME: game }
  example = await serveExample({ root: exampleFolder('game'), env: { ...env, VITE_LOCAL_CHAIN: home.url } })
  journey.admit(example.origin)
  await page.setViewportSize(phone)
  await page.goto(example.origin)
  await logIn({ page, journey, email: emailOf('game') })
  const board = page.getByRole('region', { name: 'Game' })
  const status = board.getByRole('status')
  const press = (name: string) => board.getByRole('button', { name, exact: true }).click()
  const modal = modalOf(page)
  await expect(board).toContainText('The game is none')

  const address = await addressIn(board.getByText('Account:'))
  // It pays for what switches it, and for the end.
  await setBalance({ chain: home, address, ether: '1' })

  await press('3')
  await expect(status).toContainText('no_session')
  await press('Allow 50 moves')
  await expect(walletIn(page).getByRole('heading', { name: /without asking you/ })).toBeVisible()
  const asks = (await askedAt(page)).getByRole('main')
  await expect(asks).toContainText(getAddress(game))
  const shownKey = board.getByText('Key of this page')
  await expect(asks).toContainText(await addressIn(shownKey))
  await approve(page)
  await expect(modal.title).toHaveText('Permission granted')
  await look({ page, name: 'session-created' })
  await modal.button('Got it').click()
  await expect(board).toContainText('The game is active, 0 of 50 moves made')

  await press('5')
  await expect(status).toContainText('session_without_coin')
  await setBalance({ chain: home, address: await addressIn(shownKey), ether: '1' })
  for (let made = 1; made <= 50; made += 1) {
    // The key stays in this browser: sealed by another that can't be taken out of it.
    if (made === 3) {
      await page.reload()
      await expect(board).toContainText('The game is active, 2 of 50 moves made')
      expect(await page.evaluate(keptInBrowser)).toEqual({ extractable: false, isPlain: false })
    }
    await press(String((made % 9) + 1))
    await expect(board).toContainText(`${made} of 50 moves made`)
  }
  await expect(walletIn(page).getByRole('main')).toBeHidden()
  expect(await movesOf(address)).toBe(50)
  await press('1')
  await expect(status).toContainText("session_over: The session can't be used: its limit is reached.")
  expect(await movesOf(address)).toBe(50)
  const atServer = `${server}/v1/sessions/eip155:${home.id}:${address}?projectId=foyer-demo`
  const listed = () => page.evaluate(async (url) => (await fetch(url)).json(), atServer)
  expect(await listed()).toEqual([expect.not.objectContaining({ revokedAt: expect.anything() })])

  await page.locator('[data-part="account-button"]').click()
  await modal.part('permissions').click()
  const card = modal.part('session')
  await expect(card).toContainText('Foyer demo')
  await expect(card).toContainText('50 / 50')
  await look({ page, name: 'sessions' })
  await card.getByRole('button', { name: 'End it' }).click()
  await expect(walletIn(page).getByRole('heading', { name: 'End a permission' })).toBeVisible()
  await approve(page)
  await expect(card).toHaveAttribute('data-status', 'ended')
  await expect(modal.part('end-session')).toHaveCount(0)
  await look({ page, name: 'sessions-ended' })
  await page.keyboard.press('Escape')
  expect(await listed()).toEqual([expect.objectContaining({ revokedAt: expect.any(Number) })])
  await press('1')
  await expect(status).toContainText("session_over: The session can't be used: the account has ended it.")
  await expect(board).toContainText('The game is over: ended')
  expect(await movesOf(address)).toBe(50)
})

test(
  '[S6.4 S7.21] where the project pays, a key without coin moves, and is listed with what it made',
  onlyFull,
  async ({ page, journey }) => {
    const [home] = journey.local.chains
    const { server, wallet } = journey.local
    await untilDelegateIsKnown(journey)
    const { movesOf, coinOf } = await deploySponsoredGame(home)
    const env = { VITE_API: server, VITE_WALLET: wallet, VITE_PROJECT_ID: 'foyer-demo', VITE_GAME: gameAddress }
    example = await serveExample({ root: exampleFolder('game'), env: { ...env, VITE_LOCAL_CHAIN: home.url } })
    journey.admit(example.origin)
    await page.goto(example.origin)
    await logIn({ page, journey, email: emailOf('free-game') })
    const board = page.getByRole('region', { name: 'Game' })
    const press = (name: string) => board.getByRole('button', { name, exact: true }).click()
    await expect(board).toContainText('The game is none')
    const address = await addressIn(board.getByText('Account:'))
    await setBalance({ chain: home, address, ether: '1' })
    await press('Allow 50 moves')
    await approve(page)
    await modalOf(page).button('Got it').click()
    const key = await addressIn(board.getByText('Key of this page'))
    for (const made of [1, 2]) {
      await press('5')
      await expect(board).toContainText(`The game is active, ${made} of 50 moves made`)
    }
    expect([await movesOf(address), await coinOf(key)]).toEqual([2, 0n])
  },
)

/** In the page: how its session is kept. */
async function keptInBrowser() {
  const opening = indexedDB.open('foyer-sessions')
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const reading = opening.result.transaction('sessions').objectStore('sessions').getAll()
  await new Promise((resolve) => reading.addEventListener('success', resolve))
  const [kept] = reading.result
  const bytes: unknown = Object(kept).sealed
  const text = bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : '0x'
  return { extractable: Object(kept).sealing.extractable, isPlain: text.includes('0x') }
}

/** The address that a text has. */
async function addressIn(text: Locator): Promise<`0x${string}`> {
  await expect(text).toContainText(/0x[0-9a-fA-F]{40}/)
  const [, digits = ''] = /0x([0-9a-fA-F]{40})/.exec((await text.textContent()) ?? '') ?? []
  return `0x${digits}`
}
