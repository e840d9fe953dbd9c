import type { Page } from '@playwright/test'
import {
  type Address,
  concat,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseUnits,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect } from '../fixtures.js'
import { giveTokens } from '../giveTokens.js'
import { hostStatus, openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { setBalance } from '../setBalance.js'
import { approve, askedAt, emailOf, logIn, walletIn } from './embeddedWallet.js'
import { test } from './ownServices.js'
import { look } from './shown.js'
import { type Dapp, dappOf, fundedAddress, untilDelegateIsKnown } from './smartStage.js'

declare global {
  /** What became of the page's last request for permissions. */
  var came: string | undefined
}

const managerAbi = parseAbi([
  'error CannotUseADisabledDelegation()',
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)',
])

/** The dapp's own key, in its backend: it hands a permission in at the manager, and pays for that. */
async function backendOf({ url }: { readonly url: string }, { chain }: Dapp) {
  const key = privateKeyToAccount(generatePrivateKey())
  await setBalance({ chain: { url }, address: key.address, ether: '10' })
  const wallet = createWalletClient({ account: key, chain: chain.chain, transport: http(url) })
  /** @throws where the chain refuses it */
  async function take({ context, manager, token, to, amount }: Taking): Promise<void> {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
    const { request } = await chain.simulateContract({
      ...{ account: key, address: manager, abi: managerAbi, functionName: 'redeemDelegations' },
      args: [[context], [zeroHash], [concat([token, numberToHex(0, { size: 32 }), data])]],
    })
    const { status } = await chain.waitForTransactionReceipt({ hash: await wallet.writeContract(request) })
    expect(status).toBe('success')
  }
  return { address: key.address, take }
}

interface Taking {
  readonly context: Hex
  /** At which it is handed in. */
  readonly manager: Address
  readonly token: Address
  readonly to: Address
  readonly amount: bigint
}

/** The page asks for so much of a token a day, for a month, by the kit. Whether the visitor allows it is said later. */
const askForDaily = (page: Page, asked: { readonly to: Address; readonly token: Address; readonly amount: bigint }) =>
  page.evaluate(({ to, token, amount }) => {
    const [kit] = window.kits
    if (!kit) return
    globalThis.came = undefined
    const limit = { type: 'periodic', amount, periodSeconds: 86_400 } as const
    const expiresAt = Math.floor(Date.now() / 1_000) + 30 * 86_400
    const permission = { type: 'spend', token, limit } as const
    const permissions = [{ to, permission, expiresAt, purpose: 'Pays for the tea' }] as const
    window.actions.grantPermissions(kit, { permissions }).then(
      () => {
        globalThis.came = 'granted'
      },
      (error: unknown) => {
        globalThis.came = `${Reflect.get(Object(error), 'code')}`
      },
    )
  }, asked)

const cameOf = (page: Page) => page.evaluate(() => globalThis.came)
const listed = (page: Page) =>
  page.evaluate(async () => {
    const [kit] = window.kits
    return kit ? window.actions.permissions(kit) : []
  })

test('[S6.4] [F13] a page is allowed so much of a token a day: its own key takes it without another question and no more, it is listed, and ended by an approval', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  await untilDelegateIsKnown(journey)
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet } })
  await logIn({ page, journey, email: emailOf('tea') })
  const address = await fundedAddress({ page, journey })
  const dapp = dappOf({ page, journey, address })
  const dusd = (amount: string) => parseUnits(amount, 6)
  await giveTokens({ chain: home, to: address, symbol: 'DUSD', amount: dusd('100') })
  const token = home.tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? '0x'
  const backend = await backendOf(home, dapp)
  const asked = { to: backend.address, token, amount: dusd('1') }
  const title = walletIn(page).getByRole('heading', { name: 'Let a key spend your DUSD without asking you' })

  await askForDaily(page, asked)
  await expect(title).toBeVisible()
  await walletIn(page).getByRole('button', { name: 'Reject' }).click()
  await expect.poll(() => cameOf(page)).toBe('user_rejected')
  expect([await listed(page), await dapp.chain.getCode({ address })]).toEqual([[], undefined])

  await askForDaily(page, asked)
  await expect(title).toBeVisible()
  const asks = (await askedAt(page)).getByRole('main')
  for (const word of [backend.address, 'Each day, at most', '1 DUSD', 'Until', 'It happens without asking you again'])
    await expect(asks).toContainText(word)
  await look({ page, name: 'permission-asked' })
  await approve(page)
  await expect.poll(() => cameOf(page)).toBe('granted')
  expect(await dapp.chain.getCode({ address })).toBe(dapp.designator)

  const [granted, ...others] = await listed(page)
  if (!granted) throw new Error('Nothing is listed.')
  expect(others).toEqual([])
  expect(granted).toMatchObject({
    ...{ account: address, to: backend.address, redeemers: [backend.address] },
    permission: { type: 'spend', token, limit: { type: 'periodic', amount: dusd('1'), periodSeconds: 86_400 } },
  })
  const { context, delegationManager: manager } = granted
  const to = newAddress()
  const use = { context, manager, token, to }
  const paid = () => dapp.chain.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [to] })
  await backend.take({ ...use, amount: dusd('0.6') })
  await expect(backend.take({ ...use, amount: dusd('0.400001') })).rejects.toThrow('transfer-amount-exceeded')
  await backend.take({ ...use, amount: dusd('0.3') })
  const stranger = await backendOf(home, dapp)
  await expect(stranger.take({ ...use, amount: 1n })).rejects.toThrow()
  expect(await paid()).toBe(dusd('0.9'))
  await expect(walletIn(page).getByRole('main')).toBeHidden()

  await page.reload()
  await expect(hostStatus(page)).toHaveText('connected with Email')
  expect(await listed(page)).toEqual([granted])
  await page.evaluate((permission) => {
    const [kit] = window.kits
    if (!kit) return
    window.actions.revokePermissions(kit, { permissions: [permission] }).then(
      () => {
        globalThis.came = 'ended'
      },
      (error: unknown) => {
        globalThis.came = String(error)
      },
    )
  }, granted)
  await expect(walletIn(page).getByRole('heading', { name: 'End a permission' })).toBeVisible()
  await expect((await askedAt(page)).getByRole('main')).toContainText(backend.address)
  await look({ page, name: 'permission-ended' })
  await approve(page)
  await expect.poll(() => cameOf(page)).toBe('ended')
  expect(await listed(page)).toEqual([])
  await expect(backend.take({ ...use, amount: 1n })).rejects.toThrow('CannotUseADisabledDelegation')
  expect(await paid()).toBe(dusd('0.9'))
})
